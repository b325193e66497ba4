import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("The layout of articles")
struct ArticleLayoutTests {
    private func typesetter(
        _ width: Int, fullWidth: Int? = nil, sideways: [Int: Int] = [:]
    ) -> BlockTypesetter {
        BlockTypesetter(theme: .dark, glyphs: .unicode, width: width, fullWidth: fullWidth, sideways: sideways)
    }

    private func lines(_ blocks: [StyledText.Block], _ typesetter: BlockTypesetter) -> [String] {
        typesetter.lines(of: StyledText(blocks: blocks)).map(\.text)
    }

    private let code = StyledText.Block(kind: .preformatted, text: "abcdefghij\n\tx\ty")

    @Test("Long lines of code are continued after a mark, and tabs reach their stops")
    func wrappedCode() {
        #expect(
            lines([code], typesetter(8)) == ["│ abcdef", "│ ↪ ghij", "│       ", "│ ↪   x ", "│ ↪     ", "│ ↪   y"])
        #expect(lines([code], typesetter(30)) == ["│ abcdefghij", "│         x       y"])
        #expect(lines([code], typesetter(8, fullWidth: 30)) == ["│ abcdefghij", "│         x       y"])
    }

    @Test("Code that scrolls sideways leaves out columns on the left and shows where more follows")
    func sidewaysCode() {
        #expect(lines([code], typesetter(8, sideways: [0: 0])).first == "│ abcde…")
        #expect(lines([code], typesetter(8, sideways: [0: 4])).first == "‹ efghij")
    }

    private func row(_ cells: [String], header: Bool = false) -> StyledText.Block {
        StyledText.Block(kind: .tableRow(header: header), text: cells.joined(separator: "\t"))
    }

    @Test("The caption of a table is above it, apart from the paragraph before")
    func tableCaption() {
        let blocks: [StyledText.Block] = [
            .init(kind: .paragraph, text: "before"), .init(kind: .caption, text: "Points"), row(["a", "1"]),
            .init(kind: .caption, text: "Wins"), row(["b", "2"]),
        ]
        let text = lines(blocks, typesetter(30)).map { $0.filter { $0 != " " } }
        #expect(text.map { $0.isEmpty } == [false, true, false, false, true, false, false], "\(text)")
    }

    @Test("A table that fits has columns as wide as their cells, with numbers on the right")
    func fittingTable() {
        let rows = [row(["Name", "Value"], header: true), row(["one", "1,000"]), row(["two words", "22"])]
        #expect(
            lines(rows, typesetter(30)) == [
                "│ Name       Value", "│ ─────────  ─────", "│ one        1,000", "│ two words     22",
            ])
    }

    @Test("Cells of a table without enough room are wrapped")
    func wrappedTable() {
        let rows = [row(["A", "Words"], header: true), row(["x", "one two three"]), row(["y", "four"])]
        #expect(
            lines(rows, typesetter(12))
                == [
                    "│ A  Words", "│ ─  ───────", "│ x  one two", "│    three", "│ ", "│ y  four",
                ]
        )
    }

    @Test("A table of too many columns becomes records that keep every cell", arguments: [20, 40, 80])
    func records(width: Int) {
        let names = (1...14).map { "Column \($0)" }
        let cells = (1...14).map { "value number \($0)" }
        let drawn = lines([row(names, header: true), row(cells), row(cells)], typesetter(width))
        let words = drawn.joined(separator: " ").replacing("│", with: "").split(separator: " ")
        for number in 1...14 {
            #expect(words.count { $0 == String(number) } == 4)
        }
        #expect(drawn.allSatisfy { TextWidth.width(of: $0) <= width })
    }

    @Test("A paragraph that runs from right to left is flush right, with its mark there")
    func rightToLeft() {
        let drawn = lines(
            [
                .init(text: "שלום"), .init(kind: .listItem(depth: 0, marker: "•"), text: "שלום"), .init(text: "left"),
            ], typesetter(12))
        #expect(drawn == ["        שלום", "", "      שלום •", "", "left"])
    }

    @Test("The explanation of a term follows it without an empty line")
    func definitions() {
        let drawn = lines(
            [.init(text: "Term"), .init(kind: .listContinuation(depth: 0), text: "meaning"), .init(text: "Other")],
            typesetter(20))
        #expect(drawn == ["Term", "  meaning", "", "Other"])
    }

    @Test("The line of a place is found in wrapped text and in code with tabs")
    func places() {
        let text = StyledText(blocks: [.init(text: "one two three"), code])
        let typeset = typesetter(8).typeset(text)
        #expect(typeset.line(of: TextPosition(block: 0, offset: 8), in: text) == 1)
        #expect(typeset.line(of: TextPosition(block: 1, offset: 14), in: text) == 8)
        #expect(typeset.position(at: 1) == TextPosition(block: 0, offset: 8))
        #expect(typeset.line(of: TextPosition(block: 9, offset: 0), in: text) == 0)
    }

    @Test("A block without lines has no place, also where it is the only one or the last one")
    func placesOfEmptyBlocks() {
        var text = TypesetText()
        text.append([])
        #expect(text.position(at: -3) == nil)
        text.append([TextLine("words")])
        text.append([])
        #expect(text.position(at: -3) == TextPosition(block: 1, offset: 0))
        #expect(text.position(at: 1) == nil)
    }

    @Test("The places of an article are found where the same missing picture is in it twice")
    func placesOfMissingPictures() {
        let picture = StyledText.Block(text: "image", entities: [StyledText.Entity(.image, 0..<5, target: "p")])
        var setter = typesetter(40)
        setter.missing = ["p"]
        let typeset = setter.typeset(StyledText(blocks: [.init(text: "words"), picture, picture]))
        for line in -2..<6 {
            #expect(typeset.position(at: line) == (line < 1 ? TextPosition(block: 0, offset: 0) : nil))
        }
    }

    @Test("A table of too many columns keeps its names if it has nothing else", arguments: [20, 40])
    func recordsOfNames(width: Int) {
        let names = (1...14).map { "column\($0)" }
        let drawn = lines([row(names, header: true)], typesetter(width))
        let words = drawn.joined(separator: " ").split(separator: " ").map(String.init)
        #expect(Set(names).isSubset(of: words), "\(drawn)")
    }

    @Test("A picture that cannot be had is one line, without its words and its number in the text")
    func missingPicture() {
        func block(_ text: String, picture: Range<Int>) -> StyledText.Block {
            StyledText.Block(
                text: text,
                entities: [
                    StyledText.Entity(.image, picture, target: "p"),
                    StyledText.Entity(.superscript, picture.upperBound..<picture.upperBound + 3),
                ])
        }
        let text = StyledText(blocks: [
            block("image[1]", picture: 0..<5), block("Before a flag[1] after.", picture: 7..<13),
        ])
        var setter = typesetter(40)
        setter.missing = ["p"]
        let set = setter.typeset(text) { block, lines in
            if block.entities.contains(where: { $0.target == "p" }) { lines.append(TextLine("gone")) }
        }
        #expect(set.lines.map(\.text) == ["gone", "", "Before after.", "gone"])
        #expect(set.line(of: TextPosition(block: 1, offset: 18), in: text) == 2)
    }

    @Test("A title that runs from right to left begins where its text begins, also where it is wrapped")
    func titleFromRightToLeft() throws {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let content = TicketContent(
            key: key, source: "Kerb", kind: "feed", title: "שלום שלום שלום שלום שלום שלום", dates: [],
            text: StyledText(blocks: [.init(text: "שלום")]), facts: [], links: [], media: [], alsoOn: [], tags: [],
            rawHeading: "", marks: Marks(), reactions: [], emptyHint: "")
        let layout = TicketLayout(appearance: Appearance(theme: .plain), keys: ShownKeys())
        let lines = layout.laidOut(content, width: 20, raw: false).lines.filter { $0.text.contains("שלום") }
        #expect(lines.map { $0.text.drop { $0 == " " }.count } == [19, 9, 4], "\(lines.map(\.text))")
        #expect(Set(lines.map(\.width)).count == 1, "\(lines.map(\.text))")
    }

    @Test("Earlier versions stand below their heading, each after its time and title")
    func earlierVersions() throws {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let version = TicketContent.EarlierVersion(time: "11:55", title: "Before", text: StyledText())
        let content = TicketContent(
            key: key, source: "Kerb", kind: "feed", dates: [], text: StyledText(), facts: [], links: [], media: [],
            alsoOn: [], tags: [], earlierVersions: [version], rawHeading: "", marks: Marks(), reactions: [],
            emptyHint: "")
        let layout = TicketLayout(appearance: Appearance(theme: .plain), keys: ShownKeys())
        let lines = layout.laidOut(content, width: 40, raw: false).lines.map(\.text)
        let heading = try #require(lines.firstIndex(of: "Earlier versions"), "\(lines)")
        #expect(lines[(heading + 1)...].first == "11:55  Before")
    }
}
