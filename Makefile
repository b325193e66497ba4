# The commands of development. `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
MANUALS = $(PREFIX)/share/man/man1
SPANISH = $(PREFIX)/share/man/es/man1
BASH = $(PREFIX)/share/bash-completion/completions
ZSH = $(PREFIX)/share/zsh/site-functions
FISH = $(PREFIX)/share/fish/vendor_completions.d

# An import that Package.swift does not allow is an error: this holds the arrows of docs/architecture.md.
ARROWS = --explicit-target-dependency-import-check error
RELEASE = $(shell SWIFT="$(SWIFT)" Sources/Scripts/release-flags)
SOURCES = Package.swift Sources Tests

.DEFAULT_GOAL := help
.PHONY: help run demo build test check tsan leaks lint format deps manual install uninstall bench perf pictures clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: build ## install the libraries that are missing, build in release, and start Fiber
	@exec "$$($(SWIFT) build $(RELEASE) --show-bin-path)/fiber"

demo: build ## the same, with the bundled sample timeline
	@exec "$$($(SWIFT) build $(RELEASE) --show-bin-path)/fiber" demo

build: deps ## build in release
	$(SWIFT) build $(RELEASE) --product fiber

# TEST_BUILD has further options of the build. CI leaves out what only a debugger reads, which is a sixth of its work.
test: deps ## install the libraries that are missing, build, and run all tests
	$(SWIFT) build --build-tests $(ARROWS) $(TEST_BUILD)
	Sources/Scripts/test $(SWIFT) test --skip-build --disable-xctest $(ARROWS)

check: lint test ## what CI runs

tsan: deps ## run the tests of concurrent code under the ThreadSanitizer
	@SWIFT="$(SWIFT)" Tests/ThreadSanitizer/run

leaks: deps ## cancel 10,000 requests at random moments under the LeakSanitizer (Linux)
	$(SWIFT) build --build-tests $(ARROWS)
	@# Preloaded, since Swift's compiler has no option for it. Only the tests' own process: the tools that start it leak.
	FIBER_CANCELLATIONS=5000 LD_PRELOAD="$$(cc -print-file-name=liblsan.so)" \
		"$$($(SWIFT) build --show-bin-path)/fiberPackageTests.xctest" --testing-library swift-testing --filter CancelledRequestTests

lint: ## check the format, comments, and imports that Package.swift does not list
	@SWIFT="$(SWIFT)" Sources/Scripts/imports
	@Sources/Scripts/lines
	@Sources/Scripts/html-references --check
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: ## fix the format where that is possible
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

deps: ## install the system libraries that are missing
	@Sources/Scripts/deps

# Without the files of the user, which may choose a language. The generator writes its headings in English, and a section about
# the exit status that the description has already.
manual: build ## make the manual pages and the completions of shells, from the program's own table of commands
	$(SWIFT) build $(RELEASE) --product generate-manual
	install -d .build/manual/es
	bin="$$($(SWIFT) build $(RELEASE) --show-bin-path)" && \
	export XDG_CONFIG_HOME=/nonexistent XDG_DATA_HOME=/nonexistent && \
	LC_ALL=C "$$bin/generate-manual" "$$bin/fiber" --output-directory .build/manual && \
	LC_ALL=es_ES.UTF-8 "$$bin/generate-manual" "$$bin/fiber" --output-directory .build/manual/es && \
	sed -e 's/^\.Sh NAME$$/.Sh NOMBRE/' -e 's/^\.Sh SYNOPSIS$$/.Sh SINOPSIS/' \
		-e 's/^\.Sh DESCRIPTION$$/.Sh DESCRIPCIÓN/' -e '/^\.Sh "*EXIT STATUS/,$$d' \
		.build/manual/es/fiber.1 >.build/manual/es/fiber.1.new && \
	mv .build/manual/es/fiber.1.new .build/manual/es/fiber.1 && \
	for shell in bash zsh fish; do \
		"$$bin/fiber" --generate-completion-script $$shell >".build/manual/fiber.$$shell" || exit; \
	done

install: manual ## install into PREFIX (default /usr/local), with manual pages and completions
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(MANUALS)" "$(DESTDIR)$(SPANISH)" "$(DESTDIR)$(BASH)" \
		"$(DESTDIR)$(ZSH)" "$(DESTDIR)$(FISH)"
	install -m 755 "$$($(SWIFT) build $(RELEASE) --show-bin-path)/fiber" "$(DESTDIR)$(PREFIX)/bin/fiber"
	strip "$(DESTDIR)$(PREFIX)/bin/fiber"
	install -m 644 .build/manual/fiber.1 "$(DESTDIR)$(MANUALS)/fiber.1"
	install -m 644 .build/manual/es/fiber.1 "$(DESTDIR)$(SPANISH)/fiber.1"
	install -m 644 .build/manual/fiber.bash "$(DESTDIR)$(BASH)/fiber"
	install -m 644 .build/manual/fiber.zsh "$(DESTDIR)$(ZSH)/_fiber"
	install -m 644 .build/manual/fiber.fish "$(DESTDIR)$(FISH)/fiber.fish"

uninstall: ## remove what install has installed
	rm -f "$(DESTDIR)$(PREFIX)/bin/fiber" "$(DESTDIR)$(MANUALS)/fiber.1" "$(DESTDIR)$(SPANISH)/fiber.1" \
		"$(DESTDIR)$(BASH)/fiber" "$(DESTDIR)$(ZSH)/_fiber" "$(DESTDIR)$(FISH)/fiber.fish"

bench: build ## measure beside the peers that are installed
	@SWIFT="$(SWIFT)" Tests/Benchmarks/run

perf: build ## count the instructions of fixed work, and compare with the figures of the repository
	$(SWIFT) build $(RELEASE) --product FiberBench
	@SWIFT="$(SWIFT)" Tests/Benchmarks/perf

pictures: build ## draw the pictures of the documents from the running program
	$(SWIFT) build $(RELEASE) --product FiberPictures
	bin="$$($(SWIFT) build $(RELEASE) --show-bin-path)" && "$$bin/FiberPictures" --fiber "$$bin/fiber" --output docs

clean: ## remove what was built
	$(SWIFT) package clean
