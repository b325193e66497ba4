import EngineConcepts
import Suppliers
import Testing

@Suite("HTML as styled text")
struct HTMLRendererTests {
    private func blocks(_ markup: String) -> [StyledText.Block] {
        HTMLRenderer.render(markup, base: "https://h.example/a/").blocks
    }

    @Test("makes blocks of headings, paragraphs, breaks and rules")
    func paragraphs() {
        let blocks = blocks("<h2>Head</h2><p>One\n  two<br>three</p>loose<hr><p></p><div>last</div>")
        #expect(blocks.map(\.kind) == [.heading(level: 2), .paragraph, .paragraph, .rule, .paragraph])
        #expect(blocks.map(\.text) == ["Head", "One two\nthree", "loose", "", "last"])
    }

    @Test("marks roles over the right bytes, nested and across blocks")
    func roles() {
        let found = blocks("<p>é <b>bold <i>both</i></b> and <a href='../b?x=1&amp;y'>a <code>link</code></a>.</p>")
        let text = found.first?.text ?? ""
        #expect(text == "é bold both and a link.")
        let roles = found.first?.entities ?? []
        #expect(roles.map(\.kind) == [.strong, .emphasis, .link, .code])
        func words(_ index: Int) -> String { String(decoding: Array(text.utf8)[roles[index].range], as: UTF8.self) }
        #expect((0..<4).map(words) == ["bold both", "both", "a link", "link"])
        #expect(roles[2].target == "https://h.example/b?x=1&y")
        let across = blocks("<a href='/x'><p>one</p><p>two</p></a>")
        #expect(across.map { $0.entities.map(\.range) } == [[0..<3], [0..<3]])
    }

    @Test("nests lists and quotations")
    func lists() {
        let blocks = blocks(
            """
            <ol start=3><li>three<ul><li>inner</li></ul></li><li><p>four</p><p>more</p></li></ol>
            <blockquote><p>said</p><blockquote>deeper</blockquote></blockquote>
            """)
        #expect(
            blocks.map(\.kind) == [
                .listItem(depth: 0, marker: "3."), .listItem(depth: 1, marker: "◦"), .listItem(depth: 0, marker: "4."),
                .listContinuation(depth: 0), .paragraph, .paragraph,
            ])
        #expect(blocks.map(\.quoteDepth) == [0, 0, 0, 0, 1, 2])
    }

    @Test("keeps the lines of preformatted text and nothing of scripts and styles")
    func preformatted() {
        let blocks = blocks(
            "<pre><code>let a = 1\n    let b &lt; 2\n</code></pre><script>alert('<p>x</p>')</script><style>p{}</style><p>end"
        )
        #expect(blocks.map(\.kind) == [.preformatted, .paragraph])
        #expect(blocks.first?.text == "let a = 1\n    let b < 2")
    }

    @Test("makes rows of tables, and paragraphs of tables that only lay out")
    func tables() {
        let found = blocks(
            "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><p>2</p><p>3</p></td></tr></table><table><tr><td>alone</td></tr></table>"
        )
        #expect(found.map(\.kind) == [.tableRow(header: true), .tableRow(header: false), .paragraph])
        #expect(found.map(\.text) == ["A\tB", "1\t2 3", "alone"])
    }

    @Test("shows pictures by their words, players and pages as links, and no trackers")
    func media() {
        let found = blocks(
            """
            <figure><img src="p.png" alt="A  car"><figcaption>Caption</figcaption></figure>
            <img src="t.gif" width=1 height=1><p><iframe src="https://video.example/e/1"></iframe></p>
            <video controls><source src="m.mp4">Not supported</video>
            """)
        #expect(found.map(\.text) == ["A car", "Caption", "video.example", "m.mp4"])
        #expect(found.map { $0.entities.first?.kind } == [.image, nil, .media, .media])
        #expect(found[0].entities.first?.target == "https://h.example/a/p.png")
        #expect(found[1].kind == .caption)
    }

    @Test("lets nothing through that harms a terminal, and no address that runs")
    func hostile() {
        let found = blocks(
            "<p>&#27;[31m\u{202e}red&#x9b;&#8238; z\(String(repeating: "&#768;", count: 100))<a href='javascript:x()'>run</a></p>"
        )
        let text = found.first?.text ?? ""
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) || $0.value == 0x202e })
        #expect(text.unicodeScalars.filter { $0.value == 768 }.count <= 8)
        #expect(found.first?.entities.isEmpty == true)
    }

    @Test("drops what stands over nothing but the blank end of a block")
    func blankEnds() {
        for markup in [
            "<pre>h\n<b>\r\r</b></pre>", "<pre>\n<b>\n</b></pre>", "<p>a <b> </b> <i>\n</i></p>", "<pre>a\n\n<b>\n",
        ] {
            let text = HTMLRenderer.render(markup, base: nil)
            #expect(text.blocks.flatMap(\.entities).isEmpty, "\(markup)")
        }
    }

    @Test("ends deep and endless markup")
    func deep() {
        #expect(blocks(String(repeating: "<b>", count: 1000) + "x").map(\.text) == ["x"])
        #expect(blocks(String(repeating: "<b>", count: 200_000) + "x").count <= 1)
        #expect(blocks(String(repeating: "<blockquote>", count: 5000) + "x").allSatisfy { $0.quoteDepth <= 16 })
        #expect(!blocks(String(repeating: "<table><tr><td>", count: 250) + "x").isEmpty)
    }

    @Test("keeps ranges on characters, whatever the markup", arguments: [UInt64(5), 6, 7])
    func noise(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "<b>", "</b>", "<p>", "</p>", "<a href='x'>", "</a>", "é", "日本", "text ", "\n", "<td>", "<tr>", "<li>",
            "<ul>", "</ul>",
            "<pre>", "</pre>", "&amp;", "&#27;", "👩\u{200d}👧", "<br>", "<img alt='x' src=y>", "<blockquote>",
            "<!-- -->", "<",
            "</table>", "\u{301}", "<video><source src=a>", "<q>",
        ]
        for _ in 0..<400 {
            let markup = (0..<Int.random(in: 0...30, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined()
            for block in blocks(markup) {
                let bytes = Array(block.text.utf8)
                for entity in block.entities {
                    #expect(entity.range.upperBound <= bytes.count, "seed \(seed): \(markup)")
                    guard entity.range.upperBound <= bytes.count else { continue }
                    #expect(String(validating: bytes[entity.range], as: UTF8.self) != nil, "seed \(seed): \(markup)")
                }
            }
        }
    }
}
