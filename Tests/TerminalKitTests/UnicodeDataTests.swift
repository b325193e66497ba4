import FoundationBasics
import TestSupport
import Testing

@testable import TerminalKit

/// Unicode's tables from Debian's package `unicode-data`; tests that need them are skipped without it.
enum UnicodeData {
    static let root = "/usr/share/unicode/"

    static func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: root + name) }

    /// The lines without comments, each as its fields between semicolons.
    static func rows(_ name: String) throws -> [[String]] {
        let data = try #require(FileManager.default.contents(atPath: root + name))
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
            .compactMap { line in
                let content = line.prefix { $0 != "#" }
                let fields = content.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
                return fields == [""] ? nil : fields
            }
    }

    /// The scalars of a field such as `1F1E6` or `1F300..1F320`.
    static func range(_ field: String) -> ClosedRange<UInt32>? {
        let ends = field.split(separator: ".").compactMap { UInt32($0, radix: 16) }
        return ends.first.map { $0...(ends.last ?? $0) }
    }

    /// The text of a field such as `1F468 200D 1F469`.
    static func text(_ field: String) -> String {
        var text = String.UnicodeScalarView()
        for word in field.split(separator: " ") {
            if let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) { text.append(scalar) }
        }
        return String(text)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

@Suite("Unicode's test data")
struct UnicodeDataTests {
    @Test(
        "Every emoji that Unicode lists takes two columns, alone and in sequences",
        .enabled(if: UnicodeData.isThere("emoji/emoji-test.txt")))
    func emoji() throws {
        var count = 0
        for row in try UnicodeData.rows("emoji/emoji-test.txt") where row.count > 1 && row[1] == "fully-qualified" {
            count += 1
            let text = UnicodeData.text(row[0])
            #expect(TextWidth.width(of: text) == 2, "\(row[0]) \(text)")
        }
        #expect(count > 3_000)
    }

    @Test(
        "A sign takes one column where it is asked to be text, two where it is asked to be an emoji",
        .enabled(if: UnicodeData.isThere("emoji/emoji-variation-sequences.txt")))
    func variations() throws {
        for row in try UnicodeData.rows("emoji/emoji-variation-sequences.txt") {
            let text = UnicodeData.text(row[0])
            let wide = row[1].hasPrefix("emoji")
            #expect(TextWidth.width(of: text) == (wide ? 2 : 1), "\(row[0]) \(row[1])")
        }
    }

    @Test(
        "Widths are those of EastAsianWidth.txt",
        .enabled(if: UnicodeData.isThere("EastAsianWidth.txt")))
    func eastAsianWidth() throws {
        var ambiguous = 0
        for row in try UnicodeData.rows("EastAsianWidth.txt") {
            let range = try #require(UnicodeData.range(row[0]))
            for value in range where value >= 0x20 && !(0x7f..<0xa0).contains(value) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let width = TextWidth.width(of: scalar, in: TextConventions())
                let category = scalar.properties.generalCategory
                // Marks, Hangul vowels and invisible characters take no column, whatever the table says.
                guard width > 0 else { continue }
                switch row[1] {
                case "W", "F": #expect(width == 2, "\(row[0])")
                case "A" where category != .privateUse && !scalar.properties.isEmojiPresentation:
                    ambiguous += 1
                    #expect(width == 1, "\(row[0])")
                    #expect(
                        TextWidth.width(of: scalar, in: TextConventions(widensAmbiguous: true)) == 2, "\(row[0])")
                case "Na", "H", "N":
                    if category != .unassigned, !scalar.properties.isEmojiPresentation {
                        #expect(width == 1, "\(row[0])")
                        #expect(
                            TextWidth.width(of: scalar, in: TextConventions(widensAmbiguous: true)) == 1,
                            "\(row[0])")
                    }
                default: break
                }
            }
        }
        #expect(ambiguous > 500)
    }

    @Test(
        "Lines end where LineBreakTest.txt lets them, but for what libunistring is known to see otherwise",
        .enabled(if: UnicodeData.isThere("auxiliary/LineBreakTest.txt")))
    func lineBreaks() throws {
        var count = 0
        var wrong: [String] = []
        for row in try UnicodeData.rows("auxiliary/LineBreakTest.txt") {
            let marks = row[0].split(separator: " ")
            let scalars = stride(from: 1, to: marks.count, by: 2).map { String(marks[$0]) }
            let allowed = stride(from: 2, to: marks.count - 1, by: 2).map { marks[$0] == "÷" }
            // Our lines have no line ends in them and begin without spaces; U+FFFC stands for pictures that we show apart.
            let ends: Set<String> = ["000A", "000B", "000D", "0085", "2028"]
            guard scalars.first != "0020", !scalars.contains("FFFC"), ends.isDisjoint(with: scalars) else { continue }
            count += 1
            let text = UnicodeData.text(scalars.joined(separator: " "))
            var breaks = LineBreaks(text)
            var offset = 0
            var found: [Bool] = []
            for scalar in text.unicodeScalars {
                if offset > 0 { found.append(breaks.mayBreak(before: offset)) }
                offset += UTF8.width(scalar)
            }
            if found != allowed { wrong.append(scalars.joined(separator: " ")) }
        }
        #expect(count > 5_000)
        #expect(wrong.count <= 60, "\(wrong.count) of \(count): \(wrong.prefix(80))")
    }

    @Test(
        "Text that runs both ways stands in the order of BidiCharacterTest.txt",
        .enabled(if: UnicodeData.isThere("BidiCharacterTest.txt")))
    func bidi() throws {
        var count = 0
        // Ninety thousand lines differ little: every ninth covers all cases.
        for (index, row) in try UnicodeData.rows("BidiCharacterTest.txt").enumerated()
        where row.count == 5 && index.isMultiple(of: 9) {
            let scalars = row[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
            // Embeddings are ignored on purpose; line ends do not occur.
            let explicit = scalars.contains {
                (0x202a...0x202e).contains($0) || (0x2066...0x2069).contains($0) || $0 == 0x2029 || $0 == 0x0a
            }
            guard !explicit else { continue }
            count += 1
            let base: UInt8? = row[1] == "2" ? nil : UInt8(row[1])
            let found = Bidi.levels(of: scalars, base: base)
            // Invisible characters have no level and no position.
            let expected = row[3].split(separator: " ").map { UInt8($0) }
            #expect(found.base == UInt8(row[2]))
            let levels = trimmed(found.levels, scalars, found.base)
            #expect(
                zip(levels, expected).map { $1 == nil ? nil : $0 } == expected, "\(row[0])")
            let order = row[4].split(separator: " ").compactMap { Int($0) }
            #expect(Bidi.visualOrder(levels).filter { expected[$0] != nil } == order, "\(row[0])")
        }
        #expect(count > 50)
    }

    /// Rule L1: spaces at the end of a line have its level. Wrapped lines have none there.
    private func trimmed(_ levels: [UInt8], _ scalars: [UInt32], _ base: UInt8) -> [UInt8] {
        var levels = levels
        for index in levels.indices.reversed() {
            guard [0x20, 0x09, 0x200b, 0x200e, 0x200f].contains(scalars[index]) else { break }
            levels[index] = base
        }
        return levels
    }
}
