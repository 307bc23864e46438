# SPDX-License-Identifier: GPL-2.0
# median.awk - a function for the other awk programs here: the median of numbers
# separated by spaces

function median(list,   n, i, j, t, v)
{
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) {
			t = v[j]
			v[j] = v[j - 1]
			v[j - 1] = t
		}
	return v[int((n + 1) / 2)]
}
