import TerminalKit
import TestSupport
import Testing

@testable import TerminalDriver

@Suite("Keys from bytes")
struct KeyReaderTests {
    private func read(_ text: String, listed: [[UInt8]: Key] = [:]) -> [InputDecoder.Unit] {
        var reader = KeyReader(listedSequences: listed)
        return reader.read(text.utf8)
    }

    @Test("Characters, keys, pastes and the mouse are read from any division into pieces", arguments: 1...9)
    func pieces(size: Int) throws {
        var reader = KeyReader()
        let text = "aé日\u{1b}[A\u{1b}OB\u{1b}[5~\u{1b}[200~x\u{1b}[201~\u{1b}[Z\u{1b}[<0;12;3M😀"
        var rest = Array(text.utf8)[...]
        var units: [InputDecoder.Unit] = []
        while !rest.isEmpty {
            units += reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(
            units == [
                .character(0x61), .character(0xe9), .character(0x65e5), .key(.named(.up)), .key(.named(.down)),
                .key(.named(.pageUp)), .pasteStart, .character(0x78), .pasteEnd, .key(try Key("shift-tab")),
                .mouse("0;12;3", isRelease: false), .character(0x1f600),
            ])
    }

    @Test(
        "Common key sequences are read without a terminfo entry",
        arguments: [
            ("\u{1b}[A", "up"), ("\u{1b}OA", "up"), ("\u{1b}[D", "left"), ("\u{1b}[H", "home"), ("\u{1b}OF", "end"),
            ("\u{1b}[1;5D", "ctrl-left"), ("\u{1b}[1;2A", "shift-up"), ("\u{1b}O5C", "ctrl-right"),
            ("\u{1b}[1;3H", "alt-home"), ("\u{1b}[2~", "insert"), ("\u{1b}[3~", "delete"), ("\u{1b}[6~", "pagedown"),
            ("\u{1b}[3;5~", "ctrl-delete"), ("\u{1b}[15~", "f5"), ("\u{1b}[24;2~", "shift-f12"),
            ("\u{1b}OP", "f1"), ("\u{1b}[1;5P", "ctrl-f1"), ("\u{1b}[[B", "f2"), ("\u{1b}[7~", "home"),
            ("\u{1b}OM", "enter"), ("\u{1b}Oq", "1"), ("\u{1b}Ok", "+"), ("\u{1b}[1;69A", "ctrl-up"),
            ("\u{1b}[106;5u", "ctrl-j"), ("\u{1b}[57414u", "enter"), ("\u{1b}[57419;1u", "up"),
            ("\u{1b}[27u", "escape"),
            ("\u{1b}[13;3u", "alt-enter"), ("\u{1b}[97;2u", "A"), ("\u{1b}[97:65;2u", "A"), ("\u{1b}[106;1:2u", "j"),
            ("\u{1b}[27;5;106~", "ctrl-j"), ("\u{1b}[32;2u", "space"), ("\u{1b}[57405u", "6"), ("\u{1b}[233u", "é"),
        ])
    func known(text: String, key: String) throws {
        let expected = try Key(key)
        // A key that types a character without a modifier is read as a key; the decoder treats both alike.
        #expect(read(text) == [.key(expected)])
    }

    /// Sequences that are not keys in Fiber.
    nonisolated static let unknown = [
        "\u{1b}[1;9A", "\u{1b}[99~", "\u{1b}[24;80R", "\u{1b}[2026;2$y", "\u{1b}[I",
        "\u{1b}[M !!", "\u{1b}[106;5:3u", "\u{1b}[106;9u", "\u{1b}[106;6u", "\u{1b}[49;2u", "\u{1b}[57441u",
        "\u{1b}[?0u", "\u{1b}[u", "\u{1b}[5A", "\u{1b}[1;2;3A", "\u{1b}[999999999999~", "\u{1b}[[Z", "\u{1b}Oe",
        "\u{1b}O!", "\u{1b}]11;rgb:0000/0000/0000\u{7}", "\u{1b}]52;c;UUFB\u{1b}\\", "\u{1b}P>|term 1\u{1b}\\",
        "\u{1b}_Gi=1;OK\u{1b}\\", "\u{1b}^AAA\u{1b}\\", "\u{1b}XQQQ\u{1b}\\",
    ]

    @Test("Unknown sequences are skipped, and the input after them is read", arguments: unknown)
    func passedOver(text: String) {
        #expect(read(text + "q") == [.unknown, .character(0x71)])
    }

    @Test("The keys of the terminfo entry take precedence")
    func listed() throws {
        let listed = TerminfoKeys.table { name in
            // rxvt ends some keys with a character that continues a sequence, and VT52 sequences have none of the
            // usual forms.
            ["kPRV": "\u{1b}[5$", "kcuu1": "\u{1b}A", "kf1": "\u{1b}[M", "kf13": "\u{1b}[25~", "kcub1": "\u{8}"][name]
        }
        #expect(
            read("\u{1b}[5$j\u{1b}A\u{1b}[Mj\u{1b}[25~\u{8}", listed: listed) == [
                .key(try Key("shift-pageup")), .character(0x6a), .key(.named(.up)), .key(Key(.function(1))),
                .character(0x6a), .key(try Key("shift-f1")), .character(8),
            ])
    }

    @Test(
        "After a timeout an incomplete sequence is dropped, and its start alone is Alt with a character",
        arguments: [
            ("\u{1b}", [.character(0x1b)]), ("\u{1b}[", [.character(0x1b), .character(0x5b)]),
            ("\u{1b}P", [.character(0x1b), .character(0x50)]), ("\u{1b}[1;", [.unknown]),
            ("\u{1b}]0;title", [.unknown]),
            ("\u{1b}[M ", [.unknown]), ("\u{1b}[[", [.unknown]), ("\u{1b}O5", [.unknown]), ("x", []), ("", []),
        ] as [(String, [InputDecoder.Unit])])
    func expiry(text: String, units: [InputDecoder.Unit]) {
        var reader = KeyReader()
        _ = reader.read(text.utf8)
        #expect((reader.timeout == nil) == units.isEmpty)
        #expect(reader.expire() == units)
        #expect(reader.timeout == nil)
        #expect(reader.read("q".utf8) == [.character(0x71)])
    }

    @Test("Invalid UTF-8 does not affect the bytes after it")
    func brokenCharacters() {
        var reader = KeyReader()
        let units = reader.read([0xe6, 0x97, 0x6a, 0xff, 0x80, 0xc3, 0x1b, 0x5b, 0x41, 0xf0, 0x9f, 0x98, 0x80])
        #expect(
            units == [
                .character(0xfffd), .character(0x6a), .character(0xfffd), .character(0xfffd), .character(0xfffd),
                .key(.named(.up)), .character(0x1f600),
            ])
    }

    @Test("An endless control string is given up, and none of its letters becomes a key")
    func endlessString() {
        var reader = KeyReader()
        let units = reader.read(Array("\u{1b}]52;c;".utf8) + [UInt8](repeating: 0x41, count: 1 << 20) + Array("q".utf8))
        #expect(units.first == .unknown)
        #expect(units.count < 16)
        #expect(units.last == .character(0x71))
    }

    /// A unit of a terminal's output with the expected result.
    private func item(_ dice: inout SeededGenerator) -> ([UInt8], [InputDecoder.Unit]) {
        switch dice.roll(6) {
        case 0:
            let scalar = ["j", "A", "\r", "\u{4}", "é", "日", "😀", "[", "~"][dice.roll(9)] as Unicode.Scalar
            return (Array(String(Character(scalar)).utf8), [.character(scalar.value)])
        case 1:
            let keys: [(String, Key)] = [
                ("\u{1b}[A", .named(.up)), ("\u{1b}OD", .named(.left)), ("\u{1b}[6~", .named(.pageDown)),
                ("\u{1b}[1;5D", Key(.named(.left), .control)), ("\u{1b}[57414u", .named(.enter)),
            ]
            let (text, key) = keys[dice.roll(keys.count)]
            return (Array(text.utf8), [.key(key)])
        case 2:
            // A sequence with a private mark or an intermediate character is not a key.
            let mark = Array("?>=".utf8)[dice.roll(3)]
            // With a question mark, a final c is the answer to DA1.
            let final = Array(UInt8(0x40)...0x7e).filter { $0 != UInt8(ascii: "c") }[dice.roll(0x3e)]
            return ([0x1b, 0x5b, mark] + dice.bytes(0x30...0x3f, atMost: 100) + [final], [.unknown])
        case 3:
            let final = 0x40 + UInt8(dice.roll(0x3f))
            let middle = dice.bytes(0x30...0x3b, atMost: 9) + [0x20 + UInt8(dice.roll(16))]
            return ([0x1b, 0x5b] + middle + dice.bytes(0x20...0x2f, atMost: 2) + [final], [.unknown])
        case 4:
            let letters = Array("EGJLNTUVWYZabcdefghiz{|}".utf8)
            return ([0x1b, 0x4f, letters[dice.roll(letters.count)]], [.unknown])
        default:
            let first = Array("P]_^X".utf8)[dice.roll(5)]
            let end: [UInt8] = dice.roll(2) == 0 ? [7] : [0x1b, 0x5c]
            return (
                [0x1b, first] + dice.bytes(0x20...0x7e, atMost: 200) + dice.bytes(0x80...0xff, atMost: 3) + end,
                [.unknown]
            )
        }
    }

    @Test(
        "Random sequences yield only known keys and lose nothing after them, however they are divided",
        arguments: 1...300 as ClosedRange<UInt64>)
    func sequences(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        var expected: [InputDecoder.Unit] = []
        for _ in 0..<60 {
            let (sent, units) = item(&dice)
            bytes += sent
            expected += units
        }
        var reader = KeyReader()
        var units: [InputDecoder.Unit] = []
        while !bytes.isEmpty {
            let count = 1 + dice.roll(20)
            units += reader.read(bytes.prefix(count))
            bytes.removeFirst(min(count, bytes.count))
        }
        #expect(units == expected, "seed \(seed)")
    }

    @Test(
        "The reader recovers from random bytes, and their division changes nothing",
        arguments: 1...300 as ClosedRange<UInt64>)
    func anything(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let pool = Array("\u{1b}\u{1b}\u{1b}[[OOP]X\\M<01;:?$ ~uAmR\u{7}\u{18}\r日".utf8) + [0xff, 0x80, 0xc3, 0x7f]
        let bytes = (0..<400).map { _ in pool[dice.roll(pool.count)] }
        var whole = KeyReader()
        var cut = KeyReader()
        var units: [InputDecoder.Unit] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = 1 + dice.roll(5)
            units += cut.read(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(units == whole.read(bytes), "seed \(seed)")
        _ = cut.expire()
        // At most one multi-byte character is pending.
        _ = cut.read([0x71])
        #expect(cut.read([0x71]) == [.character(0x71)], "seed \(seed)")
    }
}

extension SeededGenerator {
    /// Returns a number from 0 up to `count`, without it.
    fileprivate mutating func roll(_ count: Int) -> Int { number(0...count - 1) }

    /// Returns at most so many bytes of the range.
    fileprivate mutating func bytes(_ range: ClosedRange<UInt8>, atMost most: Int) -> [UInt8] {
        (0..<roll(most + 1)).map { _ in UInt8.random(in: range, using: &self) }
    }
}
