import TerminalKit
import TestSupport
import Testing

@testable import TerminalDriver

@Suite("Decoding of input")
struct InputDecoderTests {
    private func decode(_ units: [InputDecoder.Unit]) -> [TerminalEvent] {
        var decoder = InputDecoder()
        return units.flatMap { decoder.decode($0) } + [decoder.endOfRead()].compactMap { $0 }
    }

    private func characters(_ text: String) -> [InputDecoder.Unit] { text.unicodeScalars.map { .character($0.value) } }

    @Test(
        "Escape is a key on its own, and Alt before another key",
        arguments: [
            ("\u{1b}", ["escape"]), ("\u{1b}x", ["alt-x"]), ("\u{1b}\r", ["alt-enter"]), ("\u{1b}\u{1b}", ["escape"]),
            ("\u{1b}5", ["alt-5"]), ("\u{4}", ["ctrl-d"]), ("\u{0}", ["ctrl-space"]), ("\u{7f}", ["backspace"]),
            ("\u{1f}", ["ctrl-_"]), ("日", ["日"]),
        ])
    func escapes(text: String, keys: [String]) throws {
        #expect(decode(characters(text)) == (try keys.map { .key(try Key($0)) }))
    }

    @Test("Ctrl with a letter is decoded as that key, or as the other one that it is said to be sent as")
    func controlLetters() throws {
        for (value, letter) in zip(UInt32(1)..., "abcdefghijklmnopqrstuvwxyz[") {
            let key = Key.control(letter)
            let sent = if case .asOther(let other) = key.delivery { other } else { key }
            // Backspace is sent as 8 or 127.
            #expect(decode([.character(value)]) == [.key(sent)], "\(letter)")
        }
    }

    @Test("Escape before anything other than a key is a key of its own")
    func escapeBefore() throws {
        #expect(decode([.character(0x1b), .key(.named(.left))]) == [.key(try Key("alt-left"))])
        #expect(
            decode([.character(0x1b), .unknown, .character(0x6a)]) == [.key(.named(.escape)), .key(.character("j"))])
        #expect(
            decode([.character(0x1b), .pasteStart, .character(0x6a), .pasteEnd]) == [
                .key(.named(.escape)), .paste("j"),
            ])
    }

    @Test(
        "An unknown sequence, the end of no paste and a control character give no event",
        arguments: [.unknown, .pasteEnd, .character(0x9b)] as [InputDecoder.Unit])
    func nothing(unit: InputDecoder.Unit) {
        #expect(decode([unit]).isEmpty)
    }

    @Test("A paste in several pieces becomes one event with line feeds")
    func paste() {
        var decoder = InputDecoder()
        #expect(decoder.decode(.pasteStart).isEmpty)
        for unit in characters("a\r\nb\rc") {
            #expect(decoder.decode(unit).isEmpty)
        }
        #expect(decoder.endOfRead() == nil)
        #expect(decoder.decode(.key(.named(.up))).isEmpty)
        #expect(decoder.decode(.unknown).isEmpty)
        #expect(decoder.decode(.character(0x64)).isEmpty)
        #expect(decoder.decode(.pasteEnd) == [.paste("a\nb\ncd")])
        #expect(decoder.decode(.character(0x64)) == [.key(.character("d"))])
    }

    @Test(
        "Mouse reports are parsed, and malformed ones are ignored",
        arguments: [
            ("0;1;1M", MouseEvent(.press(.left), at: Point(x: 0, y: 0))),
            ("2;300;50m", MouseEvent(.release(.right), at: Point(x: 299, y: 49))),
            ("32;5;6M", MouseEvent(.drag(.left), at: Point(x: 4, y: 5))),
            ("64;1;2M", MouseEvent(.wheelUp, at: Point(x: 0, y: 1))),
            ("81;1;2M", MouseEvent(.wheelDown, at: Point(x: 0, y: 1), modifiers: .control)),
            ("0;0;1M", nil), ("0;1M", nil), (";;M", nil), ("99999999999999999999;1;1M", nil), ("x", nil),
            ("35;4;4M", nil), ("0;1;65535M", MouseEvent(.press(.left), at: Point(x: 0, y: 65_534))),
            ("0;1;9223372036854775807M", nil), ("0;9223372036854775807;1M", nil), ("-32;1;1M", nil),
        ] as [(String, MouseEvent?)])
    func mouse(report: String, event: MouseEvent?) {
        let unit = InputDecoder.Unit.mouse(String(report.dropLast()), isRelease: report.hasSuffix("m"))
        #expect(decode([unit]) == [event].compactMap { $0.map { .mouse($0) } })
    }

    @Test("The decoder recovers from random input", arguments: 1...100 as ClosedRange<UInt64>)
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pool: [InputDecoder.Unit] =
            characters("\u{1b}0;1Mmx\r") + [
                .key(.named(.up)), .mouse("0;1;1", isRelease: false), .pasteStart, .pasteEnd, .unknown,
            ]
        var decoder = InputDecoder()
        for _ in 0..<200 {
            _ = decoder.decode(generator.pick(pool))
            if generator.chance(20) { _ = decoder.endOfRead() }
        }
        _ = decoder.decode(.pasteEnd)
        _ = decoder.endOfRead()
        _ = decoder.decode(.character(0x78))
        #expect(decoder.decode(.character(0x79)) == [.key(.character("y"))], "seed \(seed)")
    }
}
