import TerminalKit
import Testing

@testable import TerminalDriver

@Suite("The terminal's environment variables")
struct TerminalEnvironmentTests {
    @Test("24-bit colours are used if the terminal declares them and the user wants colours")
    func truecolor() {
        #expect(TerminalEnvironment(["COLORTERM": "truecolor", "TERM": "xterm-256color"]).claimsTruecolor)
        #expect(TerminalEnvironment(["TERM": "xterm-kitty"]).claimsTruecolor)
        #expect(!TerminalEnvironment(["TERM": "xterm-256color"]).claimsTruecolor)
        let refused = TerminalEnvironment(["COLORTERM": "truecolor", "TERM": "xterm-256color", "NO_COLOR": "1"])
        #expect(refused.truecolorDescription() == nil)
        #expect(refused.truecolorDescription(isChosen: true) == nil)
        let silent = TerminalEnvironment(["TERM": "xterm-256color"])
        #expect(silent.truecolorDescription() == nil)
        #expect(silent.truecolorDescription(isChosen: true) != nil, "what the settings say counts")
        #expect(refused.depth(colors: 1 << 24) == .none)
        #expect(TerminalEnvironment(["NO_COLOR": ""]).depth(colors: 256) == .palette)
        #expect(TerminalEnvironment([:]).depth(colors: 8) == .sixteen)
        #expect(TerminalEnvironment([:]).depth(colors: 0) == .none)
    }

    @Test(
        "An extended terminfo entry differs from the terminal's own only in its colours",
        arguments: ["xterm-256color", "tmux-256color", "screen", "linux"])
    func descriptions(term: String) throws {
        let environment = TerminalEnvironment(["TERM": term, "COLORTERM": "truecolor"])
        let description = try #require(environment.truecolorDescription())
        #expect(description.hasPrefix("b64:"))
        // ncurses reads at most 32 KB.
        #expect(description.utf8.count < 16_384)
    }

    @Test(
        "Bytes that are not a terminfo entry are refused",
        arguments: [[], [0x1a], [0x1a, 1, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
    func brokenEntries(bytes: [UInt8]) {
        #expect(TerminfoEntry(bytes) == nil)
    }

    @Test("The name of a terminal leads to no file outside the terminfo databases")
    func hostileName() {
        #expect(TerminalEnvironment(["TERM": "../../etc/passwd"]).descriptionPaths.isEmpty)
        #expect(TerminalEnvironment(["TERM": ""]).descriptionPaths.isEmpty)
    }

    @Test(
        "The first locale variable that is set decides about UTF-8",
        arguments: [
            (["LANG": "es_ES.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "de_DE.UTF-8@euro"], true),
            (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), (["LANG": "es_ES"], false),
            (["LC_ALL": "es_ES.ISO-8859-1", "LANG": "es_ES.UTF-8"], false), ([:], false), (["LANG": "UTF-8"], false),
        ])
    func locales(variables: [String: String], namesUTF8: Bool) {
        #expect(TerminalEnvironment(variables).namesUTF8 == namesUTF8)
    }

    @Test(
        "The locales C and POSIX have only ASCII characters, unless another variable decides before",
        arguments: [
            (["LC_ALL": "C", "LANG": "es_ES.UTF-8"], true), (["LC_CTYPE": "POSIX"], true), (["LANG": "C"], true),
            (["LC_ALL": "", "LANG": "C"], true), (["LC_ALL": "C.UTF-8", "LANG": "C"], false), ([:], false),
        ])
    func asciiLocales(variables: [String: String], namesASCII: Bool) {
        #expect(TerminalEnvironment(variables).namesASCII == namesASCII)
    }

    @Test("Delays are removed from capabilities")
    func padding() {
        #expect(TerminalOutput.withoutPadding("\u{1b}[2J$<50/>x$5") == "\u{1b}[2Jx$5")
    }

    @Test("Colour pairs of the current frame are never reused")
    func pairs() {
        var table = PairTable(maximumPairs: 4)
        func pair(_ index: UInt8) -> PairTable.Pair { .init(foreground: .palette(index), background: .terminal) }
        table.beginFrame()
        let numbers = (1...3).compactMap { table.number(for: pair($0))?.number }
        #expect(Set(numbers) == [1, 2, 3])
        #expect(table.number(for: pair(4)) == nil)
        table.beginFrame()
        table.keep(pair(1))
        let fourth = table.number(for: pair(4))
        #expect(fourth?.isNew == true && fourth?.number != numbers[0])
        #expect(table.number(for: pair(1)) == .init(number: numbers[0], isNew: false))
    }

    @Test("The table of colour pairs is reset after pictures, but not for text")
    func room() {
        var table = PairTable(maximumPairs: 1000)
        func fill(_ count: UInt32) {
            for index in 0..<count { _ = table.number(for: .init(foreground: .rgb(index), background: .terminal)) }
        }
        table.beginFrame()
        #expect(!table.lacksRoom(for: 5000))
        fill(200)
        #expect(!table.lacksRoom(for: 5000))
        fill(600)
        #expect(!table.lacksRoom(for: 300) && table.lacksRoom(for: 500))
        table.removeAll()
        #expect(!table.lacksRoom(for: 500))
        #expect(table.number(for: .init(foreground: .rgb(7), background: .terminal)) == .init(number: 1, isNew: true))
    }
}
