import TerminalKit
import Testing

@Suite("Text width")
struct TextWidthTests {
    @Test(
        "A cluster takes the columns that terminals give it",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11ab}", 2),
            ("😀", 2), ("👍🏽", 2), ("❤", 1), ("❤️", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🫨", 2),
            ("☕", 2), ("★", 1), ("…", 1), ("▌", 1), ("ก็", 1), ("שָׁ", 1), ("\u{200b}", 0), ("\u{ad}", 0), ("\u{202e}", 0),
            ("\u{feff}", 0), ("\u{7}", 1), ("", 0),
        ])
    func clusters(text: String, width: Int) {
        #expect(TextWidth.width(of: text) == width)
    }

    @Test("Letters that share a cluster but not a column keep their columns")
    func conjuncts() {
        #expect(TextWidth.width(of: "क्षि") == 3)
        var buffer = CellBuffer(size: Size(width: 6, height: 1))
        #expect(buffer.put("क्षिx", at: Point(x: 0, y: 0)) == 4)
        #expect(buffer[3, 0].text == "x")
        #expect(buffer[0, 0].text.unicodeScalars.first == "क")
    }

    @Test("Widths agree with the standard library's Unicode properties")
    func agreesWithUnicode() {
        var wrong: [String] = []
        for value in UInt32(0xa1)...0x1fbff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let width = TextWidth.width(of: String(Character(scalar)))
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark:
                if width != 0 { wrong.append("\(String(value, radix: 16)): a mark of width \(width)") }
            case .unassigned, .privateUse, .surrogate: continue
            default:
                let isLoneIndicator = (0x1f1e6...0x1f1ff).contains(value)
                if properties.isEmojiPresentation, !isLoneIndicator, width != 2 {
                    wrong.append("\(String(value, radix: 16)): an emoji of width \(width)")
                }
            }
        }
        #expect(wrong.isEmpty, Comment(rawValue: wrong.joined(separator: ", ")))
    }

    @Test("A prefix never cuts a cluster and never exceeds its columns")
    func prefix() {
        let text = "a日👨‍👩‍👧‍👦e\u{301}z"
        for columns in 0...8 {
            let (prefix, width) = TextWidth.prefix(of: text, columns: columns)
            #expect(width <= columns)
            #expect(TextWidth.width(of: String(prefix)) == width)
            #expect(text.hasPrefix(prefix))
            #expect(Array(text).starts(with: Array(prefix)))
        }
    }

    @Test("Cut text ends with an ellipsis within its width")
    func truncation() {
        #expect(TextWidth.truncated("abcdef", to: 6, ellipsis: "…") == "abcdef")
        #expect(TextWidth.truncated("abcdefg", to: 6, ellipsis: "…") == "abcde…")
        #expect(TextWidth.truncated("日本語", to: 5, ellipsis: "…") == "日本…")
        #expect(TextWidth.truncated("日本語", to: 4, ellipsis: "…") == "日…")
        #expect(TextWidth.truncated("abc", to: 0, ellipsis: "…") == "")
        // Where characters of ambiguous width take two columns, the ellipsis does.
        #expect(TextWidth.truncated("abc", to: 1, ellipsis: "宽") == "a")
        #expect(TextLine("abc").truncated(to: 1, ellipsis: "宽").text == "a")
        #expect(TextLine("日本").truncated(to: 1, ellipsis: "宽").width == 0)
    }

    @Test("A line that is cut behind an ellipsis of its own gets no second one")
    func singleEllipsis() {
        let line = TextLine("Title  … word")
        #expect(line.truncated(to: 10, ellipsis: "…").text == "Title  … ")
        #expect(line.truncated(to: 9, ellipsis: "…").text == "Title  …")
        #expect(line.truncated(to: 12, ellipsis: "…").text == "Title  … wo…")
        // The same between two runs.
        let runs = TextLine([TextRun("Title…"), TextRun("word")])
        #expect(runs.truncated(to: 7, ellipsis: "…").text == "Title…")
        #expect(runs.truncated(to: 8, ellipsis: "…").text == "Title…w…")
    }

    /// Reading the whole text each time would take minutes.
    @Test("A prefix of a huge text costs only its own length", .timeLimit(.minutes(30)))
    func prefixOfLongText() {
        let text = String(repeating: "日本語 lorem ", count: 200_000)
        for _ in 0..<10_000 {
            #expect(TextWidth.prefix(of: text, columns: 80).width <= 80)
        }
    }
}
