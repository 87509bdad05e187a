# CI calls these same targets. Tools and their versions: go.tools.mod.
TOOL     = go tool -modfile=go.tools.mod
FUZZTIME ?= 30s
BENCH    ?= .
COUNT    ?= 1
PKG      ?= ./...
# The packages whose tests rewrite their expected files with -update.
GOLDEN   = $(shell grep -rl 'flag.Bool.*"update"' --include='*_test.go' . | xargs -r -n1 dirname | sort -u)

.PHONY: check test race fuzz bench golden lint vuln oracle leave-one-out build
check: lint test
test:
	go test ./...
race:
	go test -race -shuffle=on -timeout 30m ./...
fuzz: # every Fuzz target, each for FUZZTIME
	@set -e; pkgs=$$(go list ./...); for p in $$pkgs; do list=$$(go test -list '^Fuzz' $$p); \
	for f in $$(echo "$$list" | grep '^Fuzz'); do echo "$$p $$f"; \
	go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p; done; done
bench: # times beside yardsticks of the same run: make bench BENCH='Front/n=1000000'; PKG=./pareto; COUNT=5
	@set -e; out=$$(mktemp); trap 'rm -f "$$out"' EXIT; \
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG) | tee "$$out"; \
	echo; awk -f .ci/ratios.awk "$$out"
golden:
	go test $(GOLDEN) -update
lint: # vet, staticcheck, import rules and format; go.mod must be tidy
	go mod tidy -diff
	$(TOOL) golangci-lint run ./...
vuln: # needs the vulnerability database
	$(TOOL) govulncheck ./...
oracle: # the independent reference, Python 3.9 or newer alone
	python3 fixtures/expected/gen.py
leave-one-out: # how far drawn lines are from points left out of real curves
	go test ./fixtures -run LeaveOneOut -v
build:
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o dist/ ./cmd/paretocov
