# SPDX-License-Identifier: GPL-2.0
# gnuplot -e "csv='FILE'; svg='FILE'; what='KERNEL, DATE'" plot.gp - the speed
# table as a plot
set terminal svg size 900,520 font "sans-serif,12" background "white"
set output svg
set datafile separator comma
set title "What is added to the untraced, in one boot (" . what . "); less is better"
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set logscale y
set yrange [0.8:*]
set ylabel "instructions"
set xtics rotate by -40 noenhanced
set grid y
set key outside center top horizontal
# Rows in instructions that are more than none; the budget as a mark over both.
rows = sprintf("< awk -F, 'NR == 1 || ($2 == \"insn\" && ($4 != \"\" || $5 != \"\"))' %s", csv)
plot rows using 4:xtic(1) title "ftrace" linecolor rgb "#b0b0b0", \
     rows using 5 title "ktrace" linecolor rgb "#2060a0", \
     rows using 0:7 with points pointtype 9 linecolor rgb "#c03020" title "budget"
