import CByteScan
import TestSupport
import Testing
import WebText

@Suite("Scans by vectors")
struct ByteScanTests {
    /// Calls `check` with random texts, of which a third are damaged at one place. Two thousand have each piece at each place
    /// of a vector several times.
    private func forEachText(seed: UInt64, _ check: ([UInt8]) -> Void) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "word ", "  ", " ", "\"", "\\", "\n", "\u{7f}", "é", "ж", "слово ", "漢字", "한글", "かな", "العربية", "हिन्दी",
            "🚗", "\u{200d}", "\u{ad}", "\u{301}", "\u{e000}", "\u{10ffff}",
        ]
        for _ in 0..<2_000 {
            var text = Array(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined().utf8)
            if !text.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
                let index = Int.random(in: text.indices, using: &random)
                if Bool.random(using: &random) {
                    text[index] = UInt8.random(in: 0...255, using: &random)
                } else {
                    text.remove(at: index)
                }
            }
            check(text)
        }
    }

    @Test("The kind of a text is the one that the standard library finds", arguments: [UInt64(1), 2])
    func kind(seed: UInt64) {
        forEachText(seed: seed) { text in
            let isUTF8 = String(validating: text, as: UTF8.self) != nil
            let isASCII = text.allSatisfy { $0 < 0x80 }
            #expect(
                scan_kind(text, text.count) == (isASCII ? scan_ascii : isUTF8 ? scan_utf8 : scan_invalid), "\(text)")
            #expect(scan_is_ascii(text, text.count) == isASCII, "\(text)")
        }
    }

    @Test("A scan ends at the first byte that it looks for", arguments: [UInt64(1), 2])
    func bytes(seed: UInt64) {
        forEachText(seed: seed) { text in
            for start in stride(from: 0, through: text.count, by: 7) {
                let json = text[start...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c || $0 == 0x7f }
                #expect(scan_json(text, start, text.count) == json ?? text.count, "\(text)")
                #expect(scan_byte(text, start, text.count, 0x20) == text[start...].firstIndex(of: 0x20) ?? text.count)
            }
        }
    }

    @Test("A run of words in markup ends where one in text ends, or at markup", arguments: [UInt64(1), 2])
    func markup(seed: UInt64) {
        forEachText(seed: seed) { text in
            guard String(validating: text, as: UTF8.self) != nil else { return }
            let markup = text.map { $0 == 0x22 ? 0x3c : $0 == 0x5c ? 0x26 : $0 }
            var end = scan_words(markup, 0, markup.count)
            end = markup[..<end].firstIndex { $0 == 0x3c || $0 == 0x26 } ?? end
            if end > 0, markup[end - 1] == 0x20 { end -= 1 }
            #expect(scan_words_of_markup(markup, 0, markup.count) == end, "\(markup)")
            #expect(scan_valid_words(text, 0, text.count) == scan_words(text, 0, text.count), "\(text)")
        }
    }

    @Test("A run of words has whole visible characters with single spaces between them", arguments: [UInt64(1), 2])
    func words(seed: UInt64) {
        forEachText(seed: seed) { text in
            let end = scan_words(text, 0, text.count)
            guard let run = String(validating: text[..<end], as: UTF8.self) else {
                Issue.record("The run is no text: \(text)")
                return
            }
            #expect(!run.hasPrefix(" ") && !run.hasSuffix(" ") && !run.utf8.contains { $0 < 0x20 || $0 == 0x7f })
            #expect(run.utf8.firstRange(of: "  ".utf8) == nil, "\(text)")
            #expect(!run.unicodeScalars.contains { ["\u{ad}", "\u{200d}", "\u{301}", "\u{e000}"].contains($0) })
            // A longer text has the same run at least as far as its last word.
            let longer = text[..<end] + [0x20] + Array("and so on and so on".utf8)
            #expect(end == 0 || scan_words(Array(longer), 0, longer.count) == longer.count, "\(text)")
        }
    }

    /// Returns the index of the first byte from `start` on that a clean document does not have, by the standard library.
    private func firstUncleanByte(_ text: [UInt8], from start: Int) -> Int {
        var index = start
        while index < text.count {
            let length = (1...4).first { String(validating: text[index...].prefix($0), as: UTF8.self) != nil }
            guard let length,
                let scalar = String(decoding: text[index..<index + length], as: UTF8.self).unicodeScalars.first,
                scalar == "\n" || scalar == "\t" || (scalar >= " " && scalar != "\u{7f}"),
                scalar.value != 0xfffe, scalar.value != 0xffff
            else { return index }
            index += length
        }
        return text.count
    }

    @Test("A clean document has no control characters and nothing that XML forbids", arguments: [UInt64(1), 2])
    func clean(seed: UInt64) {
        let parts = [[], Array("\u{fffd}".utf8), Array("\u{fffe}".utf8), Array("a\u{ffff}".utf8)]
        forEachText(seed: seed) { text in
            // Up to there, the longer texts are clean too.
            let start = firstUncleanByte(text, from: 0)
            for part in parts {
                let text = text + part + text
                #expect(scan_clean(text, 0, text.count) == firstUncleanByte(text, from: start), "\(text)")
            }
        }
    }

    @Test("Each letter of a run of words, and each visible character, is one that the cleaner keeps")
    func letters() {
        for value in UInt32(0x21)...0x10ffff where value != 0x7f {
            // Planes 4 to 13 are unassigned, so their ends and some others are enough.
            if (0x4_0000..<0xe_0000).contains(value), value & 0xf != 0xf, value & 0xffff != 0xfffe { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = Array(String(scalar).utf8)
            var cleaner = ScalarCleaner(keepsLines: false, capacity: 4)
            cleaner.clean(scalar)
            let isKept = cleaner.finish() == text
            let words = scan_words(text, 0, text.count)
            let isRight =
                words == scan_valid_words(text, 0, text.count)
                && (isKept || words == 0 && scan_visible(text, 0, text.count) == 0)
            // Half a million expectations take seconds.
            if !isRight { Issue.record("\(value)") }
        }
    }

    /// Returns the escaped text from `start` on, and nothing of what is written behind it.
    private func copied(_ text: [UInt8], from start: Int, by scans: scans) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 6 * text.count + 32) { copy, count in
            guard let copy = copy.baseAddress else { return }
            text[start...]
                .withUnsafeBufferPointer { rest in
                    guard let bytes = rest.baseAddress else { return }
                    count = scans.escape(copy, bytes, rest.count, true)
                }
        }
    }

    @Test("Vectors of sixteen bytes find the same as those for the processor", arguments: [UInt64(1), 2])
    func lengths(seed: UInt64) {
        let short = scans_by_16
        let long = scans_for_processor().pointee
        forEachText(seed: seed) { text in
            let count = text.count
            #expect(short.kind(text, count) == long.kind(text, count), "\(text)")
            let isValid = String(validating: text, as: UTF8.self) != nil
            for start in stride(from: 0, through: count, by: 5) {
                #expect(short.json(text, start, count) == long.json(text, start, count), "\(text)")
                #expect(copied(text, from: start, by: short) == copied(text, from: start, by: long), "\(text)")
                #expect(short.words(text, start, count) == long.words(text, start, count), "\(text)")
                #expect(short.clean(text, start, count) == long.clean(text, start, count), "\(text)")
                #expect(short.visible(text, start, count) == long.visible(text, start, count), "\(text)")
                #expect(short.text_of_markup(text, start, count) == long.text_of_markup(text, start, count), "\(text)")
                guard isValid, start == count || text[start] & 0xc0 != 0x80 else { continue }
                for isMarkup in [false, true] {
                    let end = short.valid_words(text, start, count, isMarkup)
                    #expect(end == long.valid_words(text, start, count, isMarkup), "\(text)")
                }
            }
        }
    }
}
