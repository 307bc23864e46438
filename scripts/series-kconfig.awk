# SPDX-License-Identifier: GPL-2.0
# Print kernel/ktrace/Kconfig as it is at one step of the series: only the options that are
# named.
#
# awk -v options="A B C" -f series-kconfig.awk Kconfig

BEGIN {
	n = split(options, part, " ")
	for (i = 1; i <= n; i++)
		wanted[part[i]] = 1
	keep = 1
}
/^(menuconfig|config) / { keep = $2 in wanted }
/^(if|endif|menu|endmenu|source)([ \t]|$)/ { keep = 1 }
keep
