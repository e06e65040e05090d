# `make help` lists the targets. Building is CMake's and Ninja's work; this file is the front door.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BUILD ?= build
LISTEN ?= 127.0.0.1:8080
DATA ?= data
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
FUZZ_RECORDS ?= 20000
CROWD_SECONDS ?= 600
SOAK_BATTLES ?= 10000
LEDGER_BATTLES ?= 2000
HOSTILE_BATTLES ?= 10000
NODE_ROUNDS ?= 1000

sources = $$(git ls-files '*.cpp' '*.hpp')
# One build for the tests, the soak and the fuzz targets: building it is the dearest part of them.
configure_address = cmake -S . -B build-address -G Ninja -DMUSTER_FUZZ=ON -DMUSTER_SANITIZE=address,undefined --log-level=WARNING

.PHONY: help run build test install deb check-deb check-systemd check-release web screenshots sbom release bench fuzz format check check-format check-tidy check-address check-soak check-ledger check-hostile check-nodes check-thread check-crowd check-line clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target what; do printf '%-14s %s\n' "$$target" "$$what"; done

run: ## install what is missing, build, start musterd (LISTEN=127.0.0.1:8080 DATA=data ARGS=…)
	deploy/install.sh build
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target musterd
	exec $(BUILD)/server/musterd --listen $(LISTEN) --data $(DATA) $(ARGS)

build: ## install what is missing, build everything
	deploy/install.sh build test
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD)

test: build ## build everything and run every test
	tests/run.sh $(BUILD)

web: ## the web client as a folder that works from any place against any server, into BUILD/page (only Node.js is needed)
	deploy/install.sh web
	cd clients && MUSTER_WEB_OUT=$(abspath $(BUILD))/page node node_modules/vite/bin/vite.js build web --mode anywhere --logLevel warn
	@echo "open $(abspath $(BUILD))/page/index.html, or put that folder on any web server"

install: ## the programs, their manual and completions, units and sample settings (PREFIX=/usr/local DESTDIR=)
	deploy/install.sh build
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target musterd muster manuals
	DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX) --strip

deb: build ## a Debian package of what is installed, into BUILD
	deploy/deb.sh $(BUILD)

check-deb: deb ## install, start, upgrade and remove it in a fresh Debian (needs root and a mirror)
	deploy/install.sh fresh
	tests/docs/deb.sh "$$(ls -t $(BUILD)/muster_*.deb | head -1)"

check-systemd: deb ## boot a fresh Debian in namespaces of its own and run the package there under systemd (needs root, a mirror and cgroup2)
	deploy/install.sh fresh
	tests/docs/systemd.sh "$$(ls -t $(BUILD)/muster_*.deb | head -1)"

check-release: build ## build and test the tarball of what is checked out in a fresh Debian without a network (SUITES="rules js": only these; takes what check-deb takes, and half an hour)
	deploy/install.sh fresh
	SUITES="$(SUITES)" tests/docs/release.sh $(BUILD)

screenshots: build ## pictures of the web client's pages into BUILD/screenshots
	tests/web/screenshots.sh $(BUILD)

sbom: build ## what is in the programs that was not made here, as CycloneDX, into BUILD/muster.cdx.json
	node deploy/sbom.mjs $(BUILD) >$(BUILD)/muster.cdx.json

release: ## a release of the commit that is checked out, into BUILD/release: tarball, package, bill of materials, notes, checksums
	deploy/release.sh --check
	$(MAKE) test deb
	deploy/release.sh $(BUILD) $(BUILD)/release "$$(ls -t $(BUILD)/muster_*.deb | head -1)"

bench: ## measure (takes minutes, wants a quiet machine; BENCH_AGAINST=REV: that commit's server beside this one)
	deploy/install.sh build bench
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target muster_benches
	tests/bench/run.sh $(BUILD)

fuzz: ## feed every parser and ruleset with nonsense (FUZZ_SECONDS=60 for each), and both verifiers with FUZZ_RECORDS=20000
	deploy/install.sh build sanitize
	$(configure_address)
	cmake --build build-address --target fuzz_targets judge_records
	tests/fuzz/run.sh build-address $(FUZZ_SECONDS)
	tests/js/fuzz.sh build-address $(FUZZ_RECORDS)

format: ## bring our sources into one form
	deploy/install.sh format
	clang-format-19 -i $(sources)

check: check-format check-tidy check-address check-soak check-ledger check-hostile check-nodes check-thread check-crowd check-line ## everything that can be checked: form, lint, sanitizers, fuzzing
	$(MAKE) fuzz

check-format: ## fail if `make format` would change something
	deploy/install.sh format
	clang-format-19 --dry-run -Werror $(sources)

check-tidy: ## warnings as errors, then clang-tidy over our own sources
	deploy/install.sh build tidy
	cmake -S . -B $(BUILD) -G Ninja -DMUSTER_WERROR=ON --log-level=WARNING
	cmake --build $(BUILD)
	run-clang-tidy-19 -quiet -p $(BUILD) "^$(CURDIR)/(rules|protocol|storage|server|clients)/"

check-address: ## every test under address and undefined-behaviour sanitizers
	deploy/install.sh build test sanitize
	$(configure_address)
	cmake --build build-address
	tests/run.sh build-address

check-soak: ## random battles of each ruleset and their records under these sanitizers (SOAK_BATTLES=10000)
	deploy/install.sh build sanitize
	$(configure_address)
	cmake --build build-address --target soak_tests
	UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 build-address/tests/soak/soak_tests --battles=$(SOAK_BATTLES)

check-ledger: ## luck told from decisions in random battles of each ruleset: what it adds up to (LEDGER_BATTLES=2000)
	deploy/install.sh build test
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target ledger_tests
	$(BUILD)/tests/protocol/ledger_tests --battles=$(LEDGER_BATTLES)

check-hostile: ## an operator who cheats on his own server, by every trick and with each kind of dice (HOSTILE_BATTLES=10000 of each)
	deploy/install.sh build test
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target hostile_tests
	$(BUILD)/tests/hostile/hostile_tests --battles=$(HOSTILE_BATTLES)

check-nodes: ## two servers of one PostgreSQL and a relay, killed, stopped and cut off while battles go on (NODE_ROUNDS=1000)
	deploy/install.sh build test
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target node_rounds_tests
	$(BUILD)/tests/nodes/node_rounds_tests --rounds=$(NODE_ROUNDS)

check-thread: ## the tests of storage, server and battles under the thread sanitizer
	deploy/install.sh build sanitize
	cmake -S . -B build-thread -G Ninja -DMUSTER_SANITIZE=thread --log-level=WARNING
	cmake --build build-thread --target tests/{storage,net,battle,server}/all
	tests/run.sh build-thread storage net battle server

check-crowd: ## 100,000 clients that vanish; 500 battles and 2,000 spectators that come and go, plain and under the thread sanitizer (CROWD_SECONDS=600)
	deploy/install.sh build sanitize
	cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	cmake --build $(BUILD) --target crowd_soak server_tests
	MUSTER_CROWD=100000 $(BUILD)/tests/server/server_tests --test-case="*vanish*"
	$(BUILD)/tests/soak/crowd_soak --seconds=$(CROWD_SECONDS)
	cmake -S . -B build-thread -G Ninja -DMUSTER_SANITIZE=thread --log-level=WARNING
	cmake --build build-thread --target crowd_soak
	TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1 build-thread/tests/soak/crowd_soak --seconds=$(CROWD_SECONDS)

check-line: build ## battles in a network namespace whose line delays, reorders and drops (says so where the kernel has no netem)
	tests/netem/run.sh $(BUILD)

clean: ## delete all build folders (not the data)
	rm -rf build build-address build-thread
