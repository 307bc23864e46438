#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# sqlite.sh - print SQL: many short transactions, one long one, queries
awk 'BEGIN {
	print "CREATE TABLE item (id INTEGER PRIMARY KEY, kind INTEGER, name TEXT);"
	for (i = 1; i <= 100; i++)
		printf "INSERT INTO item VALUES (%d, %d, \"item number %d\");\n", i, i % 7, i
	print "BEGIN;"
	for (; i <= 2000; i++)
		printf "INSERT INTO item VALUES (%d, %d, \"item number %d\");\n", i, i % 7, i
	print "COMMIT;\nCREATE INDEX by_kind ON item (kind, name);"
	for (i = 0; i < 50; i++) {
		printf "SELECT count(*), max(name) FROM item WHERE kind = %d;\n", i % 7
		printf "SELECT name FROM item WHERE id = %d;\n", 37 * i + 1
		printf "UPDATE item SET name = \"changed\" WHERE id = %d;\n", 31 * i + 1
	}
	print "DELETE FROM item WHERE kind = 3;\nSELECT kind, count(*) FROM item GROUP BY kind;"
}'
