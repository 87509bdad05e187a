# Reads the output of go test -bench and prints, for each benchmark, the time and its ratios to the
# yardsticks of the same run, package and size: alg=sort (slices.Sort of one column), alg=sum (adding
# up the columns on all cores), and what is told from the names below.
function field(name, key,   i, parts, n) {
	n = split(name, parts, "/")
	for (i = 1; i <= n; i++) if (index(parts[i], key "=") == 1) return substr(parts[i], length(key) + 2)
	return ""
}
/^pkg: / { pkg = $2 }
/^Benchmark/ && $4 == "ns/op" {
	name = $1
	sub(/-[0-9]+$/, "", name) # GOMAXPROCS
	split(name, top, "/")
	size = field(name, "n") field(name, "rows")
	alg = field(name, "alg")
	if (!(name in count)) order[++names] = name
	count[name]++
	time[name] += $3
	of[name] = pkg SUBSEP size
	bench[name] = top[1]
	algs[name] = alg
	data[name] = field(name, "data")
}
function yard(name, alg,   other) { # the mean of a yardstick, 0 if there is none
	for (other in time)
		if (algs[other] == alg && of[other] == of[name] && bench[other] == bench[name] && data[other] == data[name]) return time[other] / count[other]
	for (other in time)
		if (algs[other] == alg && of[other] == of[name] && bench[other] == bench[name]) return time[other] / count[other]
	for (other in time)
		if (alg ~ /^(sort|sum)$/ && algs[other] == alg && of[other] == of[name]) return time[other] / count[other]
	return 0
}
END {
	n = split("sort sum sortscan simple encoding-csv arrow tree encoding-json python", yards, " ")
	for (i = 1; i <= names; i++) {
		name = order[i]
		mine = time[name] / count[name]
		line = sprintf("%-58s %10.3f ms", substr(name, 10), mine / 1e6)
		for (k = 1; k <= n; k++) {
			if (algs[name] == yards[k]) break # a yardstick itself
			if ((y = yard(name, yards[k])) > 0) line = line sprintf("  %.3g x %s", mine / y, yards[k])
		}
		print line
	}
}
