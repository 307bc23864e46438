# SPDX-License-Identifier: GPL-2.0
# For checkpatch_judge() of lib.sh: the first file is checkpatch.allow, the second a report.

# The regular expression of a list of patterns of paths, in which * is any text.
function paths(list)
{
	gsub(/[.]/, "[.]", list)
	gsub(/[*]/, ".*", list)
	gsub(/,/, "|", list)
	return "^(" list ")$"
}

# The lines after this one apply to patches, so files need not use them.
NR == FNR && /^# Of patches only/ {
	patches = 1
}

NR == FNR && /^[A-Z]/ {
	nr++
	only[nr] = patches
	type[nr] = $1
	types[nr] = $1
	gsub(/,/, "|", types[nr])
	pattern[nr] = paths($2)
	line[nr] = FNR
	if (NF < 3)
		print "checkpatch.allow:" FNR ": no reason"
}

NR == FNR { next }

{
	path = $1
	sub(/:.*/, "", path)
	for (i = 1; i <= nr; i++)
		if ($2 ~ ":(" types[i] "):" && path ~ pattern[i]) {
			used[i] = 1
			next
		}
	print
}

END {
	for (i = 1; unused != "" && i <= nr; i++)
		if (!(i in used) && !only[i])
			print "checkpatch.allow:" line[i] ": " type[i] " is reported nowhere there"
}
