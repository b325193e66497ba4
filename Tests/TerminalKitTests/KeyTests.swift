import TerminalKit
import Testing

@Suite("Keys and their table")
struct KeyTests {
    @Test(
        "What is printed is read again",
        arguments: [
            "g", "G", "-", "ctrl-d", "alt-enter", "space", "shift-tab", "f5", "ctrl-alt-x", "?", "é", "pageup", "alt--",
            "ctrl-space", "日",
        ])
    func roundTrip(text: String) throws {
        #expect(try Key(text).description == text)
    }

    @Test(
        "Other spellings mean the same",
        arguments: [
            ("C-d", "ctrl-d"), ("M-x", "alt-x"), ("shift-g", "G"), ("ctrl-D", "ctrl-d"), ("Esc", "escape"),
            ("PgUp", "pageup"), ("<", "<"),
        ])
    func spellings(written: String, meant: String) throws {
        #expect(try Key(written).description == meant)
    }

    @Test("An invalid key name is an error that quotes it", arguments: ["", "ctrl-", "gg", "hyper-x", "f0", "f99"])
    func refusals(text: String) {
        #expect(throws: KeyNotationError.self) { try Key(text) }
    }

    @Test(
        "A key that terminals do not send, or not as it is written, is told apart",
        arguments: [
            ("x", .usual), ("é", .usual), ("ctrl-d", .usual), ("ctrl-space", .usual), ("ctrl-_", .usual),
            ("alt-é", .usual), ("shift-tab", .usual), ("alt-enter", .usual), ("f5", .usual), ("ctrl-left", .usual),
            ("ctrl-é", .rare), ("ctrl-1", .rare), ("ctrl-enter", .rare), ("shift-enter", .rare), ("ctrl-tab", .rare),
            ("alt-esc", .rare), ("ctrl-i", .asOther(.named(.tab))), ("ctrl-m", .asOther(.named(.enter))),
            ("ctrl-[", .asOther(.named(.escape))), ("ctrl-alt-h", .asOther(Key(.named(.backspace), .alt))),
            ("ctrl-shift-x", .asOther(.control("x"))), ("ctrl-shift-i", .asOther(.named(.tab))),
            ("ctrl-É", .never), ("🇪🇸", .never), ("\t", .never),
        ] as [(String, KeyDelivery)])
    func delivery(text: String, expected: KeyDelivery) throws {
        #expect(try Key(text).delivery == expected)
    }

    private func table() throws -> Keymap {
        Keymap([
            try Binding(keys: ["j", "down"], command: "down", context: "list"),
            try Binding(keys: ["g g"], command: "top", context: "list"),
            try Binding(keys: ["g u"], command: "next-unread", context: "list"),
            try Binding(keys: ["q"], command: "quit", context: "global"),
            try Binding(keys: ["g"], command: "global-g", context: "global"),
        ])
    }

    @Test("The innermost context that binds a key wins")
    func contexts() throws {
        let map = try table()
        guard case .command(let binding) = map.match([try Key("q")], in: ["list", "global"]) else {
            Issue.record("q is bound")
            return
        }
        #expect(binding.command == "quit")
        guard case .prefix(let rows) = map.match([try Key("g")], in: ["list", "global"]) else {
            Issue.record("g begins two sequences")
            return
        }
        #expect(rows.map(\.command) == ["top", "next-unread"])
        #expect(map.match([try Key("x")], in: ["list", "global"]) == .none)
    }

    @Test("Key sequences end by completion, Escape or an unknown key")
    func sequences() throws {
        let map = try table()
        var matcher = KeyMatcher()
        func press(_ key: String) throws -> String? {
            matcher.press(try Key(key), in: ["list", "global"], of: map)?.binding.command
        }
        #expect(try press("g") == nil)
        #expect(matcher.continuations.map(\.command) == ["top", "next-unread"])
        for end in ["escape", "q"] {
            #expect(try press(end) == nil)
            #expect(matcher.pending.isEmpty && matcher.continuations.isEmpty)
            #expect(try press("g") == nil)
            #expect(matcher.pending.count == 1)
        }
        #expect(try press("u") == "next-unread")
        #expect(matcher.pending.isEmpty && matcher.continuations.isEmpty)
        #expect(try press("x") == nil)
        #expect(try press("q") == "quit")
    }

    @Test("Digits with Alt are a count for one command")
    func counts() throws {
        let map = try table()
        var matcher = KeyMatcher()
        for (digit, count) in [("alt-1", 1), ("alt-0", 10)] {
            #expect(matcher.press(try Key(digit), in: ["list"], of: map)?.binding == nil)
            #expect(matcher.count == count)
        }
        #expect(matcher.press(try Key("j"), in: ["list"], of: map)?.count == 10)
        let next = matcher.press(try Key("j"), in: ["list"], of: map)
        #expect(next?.binding.command == "down")
        #expect(next?.count == nil)
    }

    @Test("Of two rows whose keys are equal or begin alike, the first applies")
    func overlaps() throws {
        let map = Keymap([
            try Binding(keys: ["g g"], command: "top", context: "list"),
            try Binding(keys: ["g"], command: "go", context: "list"),
            try Binding(keys: ["x", "x x"], command: "filter", context: "list"),
            try Binding(keys: ["x"], command: "cut", context: "list"),
        ])
        #expect(map.match([try Key("g")], in: ["list"]) == .prefix([map.bindings[0]]))
        #expect(map.match(try KeySequence("g g").keys, in: ["list"]) == .command(map.bindings[0]))
        #expect(map.match([try Key("x")], in: ["list"]) == .command(map.bindings[2]))
        #expect(map.match([try Key("x")], in: ["other"]) == .none)
    }
}
