import EngineTestSupport
import FiberConfiguration
import TerminalKit
import Testing
import ViewModels

@testable import Localization
@testable import TerminalUI

@Suite("The key table")
struct KeymapTests {
    /// The pairs of keys in one context of which one could not be reached: they are equal, or one begins the other.
    private func conflicts(in keymap: Keymap) -> [String] {
        let keys = keymap.bindings.flatMap { row in row.sequences.map { (row: row, sequence: $0) } }
        return keys.enumerated()
            .flatMap { index, key in
                keys[(index + 1)...].filter { $0.row.context == key.row.context && $0.sequence.overlaps(key.sequence) }
                    .map {
                        "\(key.row.context): \(key.sequence) (\(key.row.command)), \($0.sequence) (\($0.row.command))"
                    }
            }
    }

    @Test("Every key of the table is spelt correctly and unique in its context")
    func sound() throws {
        #expect(conflicts(in: try CommandTable.standard.keymap()) == [])
    }

    @Test("The keys of the examples in the settings file take none from a command")
    func exampleKeys() throws {
        let examples = ConfigurationFile.defaultText.matches(of: /#key = "(.+)"/).map { String($0.1) }
        let contexts = Set((KeyContext.timeline.screenContexts + KeyContext.ticket.screenContexts).map(\.rawValue))
        let bindings = try CommandTable.standard.keymap().bindings.filter { contexts.contains($0.context) }
        #expect(!examples.isEmpty)
        for example in examples {
            let keys = try KeySequence(example)
            #expect(!bindings.flatMap(\.sequences).contains { $0.overlaps(keys) }, "\(example)")
        }
    }

    @Test("No context has two rows of one command")
    func unique() {
        for group in CommandTable.standard.groups {
            let names = group.rows.map(\.description.command)
            #expect(Set(names).count == names.count, "\(group.context)")
        }
    }

    @Test("Every row has its texts in each language, and so have the arguments and the headings of the help")
    func translated() {
        for localizer in Localizer.all {
            #expect(CommandTable.standard.missingTexts(in: localizer) == [], "\(localizer.language)")
            #expect(KeyContext.allCases.allSatisfy { localizer.has("context.\($0.rawValue)") })
            #expect(CommandArgument.Kind.allCases.allSatisfy { localizer.has("argument.\($0.rawValue)") })
        }
    }

    @Test("The catalogues have no texts of commands that do not exist")
    func leftOver() {
        let names = Set(CommandTable.standard.groups.flatMap(\.rows).map(\.description.command.rawValue))
        for localizer in Localizer.all {
            let keys = localizer.catalog.keys.filter { $0.hasPrefix("command.") }
            let leftOver = keys.filter { !names.contains(String($0.split(separator: ".")[1])) }
            #expect(leftOver == [], "\(localizer.language)")
        }
    }

    @Test("The keys that messages name are those of commands, in contexts that have them")
    func named() throws {
        let keymap = try CommandTable.standard.keymap()
        for localizer in Localizer.all {
            for key in localizer.catalog.keys {
                for text in localizer.catalog[key] ?? [] {
                    for match in text.matches(of: /\{key:([^}@]*)(?:@([^}]*))?\}/) {
                        let context = match.output.2.map { KeyContext(rawValue: String($0))?.screenContexts ?? [] }
                        let contexts = (context ?? KeyContext.allCases).map(\.rawValue)
                        let binding = keymap.binding(for: String(match.output.1), in: contexts)
                        #expect(binding != nil, "\(match.output.0) in \(key), \(localizer.language).po")
                    }
                }
            }
        }
    }

    @Test("No message spells out a key that can be changed")
    func spelt() {
        let spelt = /(?:Alt|Ctrl)-|(?:[Pp]ress|[Pp]ulsa) [^\s{](?:[ .,]|$)|· [^\s{] |\((?:[a-zA-Z]|[!@])\)/
        for localizer in Localizer.all {
            for key in localizer.catalog.keys where !key.hasPrefix("command.") {
                for text in localizer.catalog[key] ?? [] {
                    #expect(text.firstMatch(of: spelt) == nil, "\(key) in \(localizer.language).po: \(text)")
                }
            }
        }
    }

    @Test("The keys common to other feed readers have their usual functions")
    func familiar() throws {
        let keymap = try CommandTable.standard.keymap()
        func command(_ key: Key) -> String? {
            guard case .command(let binding) = keymap.match([key], in: ["timeline", "current-ticket", "everywhere"])
            else {
                return nil
            }
            return binding.command
        }
        let expected: [(key: Key, command: String)] = [
            (.character("j"), "down"), (.named(.up), "up"), (.character("G"), "bottom"),
            (.control("d"), "half-page-down"), (.named(.enter), "open"), (.character("q"), "back"),
            (.character("?"), "help"),
            (.character(":"), "command-line"),
            (.character("}"), "next-gap"), (.character("m"), "toggle-read"), (.character("U"), "undo"),
            (.control("c"), "quit"),
        ]
        for (key, wanted) in expected {
            #expect(command(key) == wanted, "\(key)")
        }
    }

    private func keymap(
        _ preset: KeyPreset = .fiber, _ changes: (String, String, String?)...,
        report: (Int, KeyChangeError) -> Void = { Issue.record("\($0): \($1)") }
    ) throws -> Keymap {
        try CommandTable.standard.keymap(
            preset: preset, changes: changes.map { KeyChange(context: $0.0, keys: $0.1, command: $0.2) }, report: report
        )
    }

    private func command(_ keys: String, _ contexts: [String], _ keymap: Keymap) throws -> String? {
        guard case .command(let binding) = keymap.match(try KeySequence(keys).keys, in: contexts) else { return nil }
        return binding.command
    }

    private let timeline = ["timeline", "current-ticket", "everywhere"]

    @Test("No two keys of a preset conflict", arguments: KeyPreset.allCases)
    func presets(preset: KeyPreset) throws {
        #expect(conflicts(in: try keymap(preset)) == [])
    }

    @Test("A preset has the keys of its program, and the user's own keys override it")
    func habits() throws {
        let newsboat = try keymap(.newsboat)
        #expect(try command("J", timeline, newsboat) == "down")
        #expect(try command("j", timeline, newsboat) == "next-source")
        let sources = ["sources", "list", "everywhere"]
        #expect(try command("J", sources, newsboat) == "down")
        #expect(try command("alt-j", sources, newsboat) == "move-down")
        #expect(try command("ctrl-b", timeline, newsboat) == "bookmark")
        let mastodon = try keymap(.mastodon, ("timeline", "s", "times"))
        #expect(try command("f", timeline, mastodon) == "like")
        #expect(try command("b", timeline, mastodon) == "boost")
        #expect(try command("s", timeline, mastodon) == "times")
    }

    @Test("A sequence chosen by the user is reachable because conflicting prefixes are unbound")
    func sequences() throws {
        let keymap = try keymap(.fiber, ("timeline", "g g", "top"), ("timeline", "g u", "next-unread"))
        #expect(try command("g g", timeline, keymap) == "top")
        #expect(try command("g u", timeline, keymap) == "next-unread")
        #expect(conflicts(in: keymap) == [])
    }

    @Test("Former names of commands and contexts still work in the user's keys")
    func formerNames() throws {
        let keymap = try keymap(
            .fiber, ("filtered", "alt-1", "un-hide"), ("settings", "alt-2", "take-back"),
            ("reading", "alt-3", "next-telling"), ("found", "alt-4", "next-match"), ("everywhere", "alt-5", "vitals"),
            ("ticket", "alt-6", "next-ticket")
        ) { _, error in Issue.record("\(error.message.english)") }
        #expect(try command("alt-1", ["filtered"], keymap) == "unhide")
        #expect(try command("alt-2", ["settings"], keymap) == "reset-setting")
        #expect(try command("alt-3", ["current-ticket"], keymap) == "next-in-story")
        #expect(try command("alt-4", ["timeline-matches"], keymap) == "next-match")
        #expect(try command("alt-5", ["everywhere"], keymap) == "performance")
        #expect(try command("alt-6", ["ticket"], keymap) == "next-item")
    }

    @Test("A command can be typed by its former name")
    func formerName() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press(", :")
        await fixture.type("take-back")
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.last?.text.hasSuffix("there is nothing to reset.") == true)
        try await fixture.end()
    }

    @Test("The second of two changes with the same or a prefix key is refused")
    func conflicts() throws {
        var refused: [Int] = []
        _ = try keymap(
            .fiber, ("timeline", "g g", "top"), ("current-ticket", "g", "undo"), ("timeline", "g", "bottom")
        ) { index, _ in refused.append(index) }
        #expect(refused == [2])
        var words = ""
        _ = try keymap(.fiber, ("timeline", "x x", "top"), ("timeline", "x", "bottom")) { words = $1.message.english }
        #expect(words.contains("begin alike"))
        _ = try keymap(.fiber, ("timeline", "C-d", "top"), ("timeline", "ctrl-d", "bottom")) {
            words = $1.message.english
        }
        #expect(
            words == "In timeline, “C-d” (top) and “ctrl-d” (bottom) are the same key; the first one holds.")
    }

    @Test("Of two changes that give one command a key and a sequence it begins, the second is refused")
    func conflictOfOneCommand() throws {
        var refused: [String] = []
        let keymap = try keymap(
            .fiber, ("timeline", "Z Z", "top"), ("timeline", "Z", "top"), ("timeline", "Z Z", "top")
        ) { index, error in refused.append("\(index): \(error.message.english)") }
        #expect(
            refused == [
                "1: In timeline, “Z Z” (top) and “Z” (top) begin alike, so the longer one could never be reached."
            ])
        #expect(try command("Z Z", timeline, keymap) == "top")
    }

    @Test(
        "A command that loses its last key is reported with the change, unless it was unbound on purpose")
    func commandsWithoutKeys() throws {
        func taken(_ changes: (String, String, String?)...) throws -> [String] {
            let changes = changes.map { KeyChange(context: $0.0, keys: $0.1, command: $0.2) }
            let keymap = try CommandTable.standard.keymap(changes: changes) { _, _ in }
            return try CommandTable.standard.commandsWithoutKeys(changes: changes, in: keymap)
                .map { "\($0.change) \($0.command)" }
        }
        #expect(try taken(("timeline", "Z", "top"), ("timeline", "x", "toggle-star")) == ["1 filter"])
        #expect(try taken(("timeline", "x", "toggle-star"), ("timeline", "Z", "filter")) == [])
        #expect(try taken(("timeline", "x", nil)) == [])
        #expect(try taken(("timeline", "Z", "filter")) == [])
    }

    @Test("A hint has a key that performs its command: keys that an inner context binds to another one are left out")
    func reachableHints() throws {
        func hint(_ changes: (String, String, String?)...) throws -> String? {
            let changes = changes.map { KeyChange(context: $0.0, keys: $0.1, command: $0.2) }
            let table = CommandTable.standard
            let keymap = try table.keymap(changes: changes) { Issue.record("\($0): \($1)") }
            let texts = KeyTexts(keymap: keymap, commands: table, glyphs: .unicode, localizer: .english)
            return texts.hints(in: [.userCommands, .timeline, .currentTicket, .everywhere])
                .first { $0.text == "refresh" }?
                .label
        }
        #expect(try hint() == "r")
        #expect(try hint(("own", "r", "undo")) == nil)
        #expect(try hint(("own", "r x", "undo")) == nil)
        #expect(try hint(("own", "r", "refresh")) == "r")
        #expect(try hint(("own", "r", "undo"), ("timeline", "ctrl-r", "refresh")) == "^r")
    }

    @Test("The key shown for a command performs it, whichever keys and contexts the user has changed")
    func reachableLabels() throws {
        func label(_ changes: (String, String, String?)...) throws -> String? {
            let changes = changes.map { KeyChange(context: $0.0, keys: $0.1, command: $0.2) }
            let table = CommandTable.standard
            let keymap = try table.keymap(changes: changes) { Issue.record("\($0): \($1)") }
            return KeyTexts(keymap: keymap, commands: table, glyphs: .unicode, localizer: .english)
                .label(of: .refresh, in: [.userCommands, .ticket, .currentTicket, .everywhere])
        }
        #expect(try label() == "r")
        #expect(try label(("own", "r", "undo")) == nil)
        #expect(try label(("own", "r", "undo"), ("ticket", "ctrl-r", "refresh")) == "^r")
        #expect(try label(("ticket", "r", "undo")) == nil)
        #expect(try label(("ticket", "r", nil), ("everywhere", "ctrl-r", "refresh")) == "^r")
        #expect(try label(("own", "ctrl-r", "refresh")) == "^r")
    }

    @Test("A misspelt change is skipped alone and reported with the valid names")
    func misspelt() throws {
        var refused: [Int: KeyChangeError] = [:]
        let keymap = try keymap(
            .fiber, ("timeline", "Z", "toggle-stra"), ("timelin", "Z", "top"), ("timeline", "hyper-z", "top"),
            ("timeline", "Z", "bottom")
        ) { refused[$0] = $1 }
        #expect(refused.keys.sorted() == [0, 1, 2])
        #expect(refused[0]?.unknownName?.known.contains("toggle-star") == true)
        #expect(refused[1]?.unknownName?.known.contains("timeline") == true)
        #expect(try command("Z", timeline, keymap) == "bottom")
    }
}

extension CommandTable {
    /// The keys of texts that a language lacks.
    func missingTexts(in localizer: Localizer) -> [String] {
        groups.flatMap { group in
            group.rows.map(\.description)
                .flatMap { row in
                    (row.isHinted ? ["help", "hint"] : ["help"])
                        .filter { part in
                            !localizer.has("command.\(row.command.rawValue).\(part)")
                                && !localizer.has("command.\(row.command.rawValue).\(group.context.rawValue).\(part)")
                        }
                        .map { "command.\(row.command.rawValue).\($0)" }
                }
        }
    }
}
