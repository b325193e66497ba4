import EngineConcepts
import TestSupport
import Testing

@testable import FeedParsing

@Suite("HTML as styled text")
struct HTMLRendererTests {
    private func blocks(_ markup: String) -> [StyledText.Block] {
        HTMLRenderer.render(markup, base: "https://h.example/a/").blocks
    }

    @Test("Headings, paragraphs, line breaks and rules become blocks")
    func paragraphs() {
        let blocks = blocks("<h2>Head</h2><p>One\n  two<br>three</p>loose<hr><p></p><div>last</div>")
        #expect(blocks.map(\.kind) == [.heading(level: 2), .paragraph, .paragraph, .rule, .paragraph])
        #expect(blocks.map(\.text) == ["Head", "One two\nthree", "loose", "", "last"])
    }

    @Test("Text outside any element stays together with inline elements beside it")
    func looseText() {
        #expect(
            blocks("<b>Rain</b> in <i>Spa</i>, &amp; &unknown; <a href=x>more</a>.").map(\.text) == [
                "Rain in Spa, & &unknown; more."
            ])
        #expect(blocks("<img src=a alt=A>text<br>line</div> more</p>x").map(\.text) == ["A text\nline more", "x"])
        #expect(blocks("<b>a</b></x-text> b").map(\.text).first?.hasPrefix("a") == true)
        #expect(blocks("<html><body><b>a</b> b</body></html> c").map(\.text) == ["a b c"])
        #expect(blocks("  \n<em>a</em>\nb").map(\.text) == ["a b"])
    }

    @Test("Every named reference of HTML is resolved, including two scalars and names without semicolon")
    func references() {
        func text(_ markup: String) -> String { blocks(markup).map(\.text).joined() }
        #expect(
            text("<p>&copy2 &copy &NotEqualTilde; &Acirc;&hellip;&nbspx &AMP;&LT;b&gt; &lsqb;&notit; &R&D &copyright;")
                == "©2 © ≂̸ Â…\u{a0}x &<b> [¬it; &R&D ©right;")
        let frequent = [
            "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "nbsp": "\u{a0}", "hellip": "…", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„", "sbquo": "‚", "xdash": nil,
            "hash": nil,
        ]
        for (name, meaning) in frequent { #expect(text("<p>a&\(name);b") == "a\(meaning ?? "&\(name);")b") }
        #expect(
            blocks("<a href='?a=1&copy=2&lang=x&copy;&lt;'>a</a>").first?.entities.first?.target
                == "https://h.example/a/?a=1&copy=2&lang=x%C2%A9%3C")
    }

    @Test("Roles cover the right bytes, nested and across blocks")
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

    @Test("Links to places in the text become jumps, with the anchors that they lead to and no others")
    func jumps() {
        let found = blocks(
            """
            <h2 id=top>Head</h2><p>Text<sup id=r1><a href="#n%31">1</a></sup>, <a href="https://h.example/a/#n1">again</a>,
            <a href="#lost">lost</a></p><ol><li id="n1"><p>Note <a href="#r1">back</a></p></li></ol>
            """)
        let roles = found.flatMap(\.entities)
        #expect(roles.filter { $0.kind == .jump }.map(\.target) == ["n1", "n1", "r1"])
        #expect(roles.filter { $0.kind == .link }.map(\.target) == ["https://h.example/a/#lost"])
        #expect(found.map { $0.entities.filter { $0.kind == .anchor }.map(\.target) } == [[], ["r1"], ["n1"]])
    }

    @Test("Marked, underlined, raised and lowered words have roles; ruby is in brackets, summaries are strong")
    func furtherRoles() {
        let found = blocks(
            """
            <p><mark>a</mark><u>b</u><ins>c</ins><sup>d</sup><sub>e</sub> <ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby></p>
            <details><summary>More</summary>Folded</details>
            """)
        #expect(found.map(\.text) == ["abcde 漢(kan)", "▾ More", "Folded"])
        #expect(found[0].entities.map(\.kind) == [.mark, .underline, .underline, .superscript, .subscript])
        #expect(found[1].entities.map(\.kind) == [.strong])
    }

    @Test("Lists and quotations nest")
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

    @Test("Preformatted text keeps its lines, and scripts and styles are dropped")
    func preformatted() {
        let blocks = blocks(
            "<pre><code>let a = 1\n    let b &lt; 2\n</code></pre><script>alert('<p>x</p>')</script><style>p{}</style><p>end"
        )
        #expect(blocks.map(\.kind) == [.preformatted, .paragraph])
        #expect(blocks.first?.text == "let a = 1\n    let b < 2")
    }

    @Test("Data tables become rows, and layout tables become paragraphs")
    func tables() {
        let found = blocks(
            "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><p>2</p><p>3</p></td></tr></table><table><tr><td>alone</td></tr></table>"
        )
        #expect(found.map(\.kind) == [.tableRow(header: true), .tableRow(header: false), .paragraph])
        #expect(found.map(\.text) == ["A\tB", "1\t2 3", "alone"])
    }

    @Test("Pictures are shown by their alternative text, players and frames as links, and trackers not at all")
    func media() {
        let found = blocks(
            """
            <figure><img src="p.png" alt="A  car"><figcaption>Caption</figcaption></figure>
            <img src="t.gif" width=1 height=1><p><iframe src="https://video.example/e/1"></iframe></p>
            <video controls><source src="m.mp4">Not supported</video>
            """)
        #expect(found.map(\.text) == ["A car", "Caption", "video.example/e/1", "m.mp4"])
        #expect(found.map { $0.entities.first?.kind } == [.image, nil, .media, .media])
        #expect(found[0].entities.first?.target == "https://h.example/a/p.png")
        #expect(found[1].kind == .caption)
    }

    @Test("Decorative pictures are dropped unless they stand alone")
    func decoration() {
        #expect(blocks("<p>One<img src=a.png alt=''> two <img src=b.png alt></p>").map(\.text) == ["One two"])
        #expect(blocks("<p>One <img src=a.png></p>").map(\.text) == ["One image"])
        let alone = blocks("<p><img src=a.png alt=''></p><p><img src=b.png alt=''></p>")
        #expect(alone.map(\.text) == ["image", "image"])
        #expect(alone.flatMap(\.entities).map(\.target) == ["https://h.example/a/a.png", "https://h.example/a/b.png"])
        let linked = blocks(
            "<p>See <a href=/x><img src=a.png alt=''></a> and <a href=/y>y<img src=b.png alt=''></a></p>")
        #expect(linked.map(\.text) == ["See image and y"])
        #expect(linked.first?.entities.map(\.range) == [4..<9, 4..<9, 14..<15])
        #expect(blocks("<p>One:</p><p><img src=a.png alt=''></p><p>two</p>").map(\.text) == ["One:", "image", "two"])
        let figure = blocks("<p>x</p><figure><img src=a.png alt=''><figcaption>Words</figcaption></figure>")
        #expect(figure.map(\.text) == ["x", "image", "Words"])
    }

    @Test("Alternative text is kept apart from the words around it")
    func wordsOfPictures() {
        let found = blocks(
            "<p>before<img src=a.png alt='A car'>after (<img src=b.png alt=B>), <b><img src=c alt=C></b>x</p>")
        #expect(found.map(\.text) == ["before A car after (B), C x"])
        #expect(found.first?.entities.filter { $0.kind == .image }.map(\.range) == [7..<12, 20..<21, 24..<25])
        #expect(blocks("<p><img src=a alt=A><img src=b alt=B>.</p>").map(\.text) == ["A B."])
    }

    @Test("A player without a title is shown by its file or page")
    func playerNames() {
        let found = blocks(
            """
            <iframe src="https://www.youtube.com/embed/dQw4?autoplay=1"></iframe>
            <iframe src="https://p.example/\(String(repeating: "long/", count: 20))"></iframe>
            <iframe src="https://www.p.example/video.g?token=1"></iframe><audio src="https://p.example/a/b.ogg?x"></audio>
            <iframe src="//player.example/" title="A film"></iframe><iframe src="https://q.example"></iframe>
            """)
        #expect(
            found.map(\.text) == [
                "youtube.com/embed/dQw4", "p.example", "p.example/video.g", "b.ogg", "A film", "q.example",
            ])
    }

    @Test("Text between line breaks becomes paragraphs, and empty paragraphs are dropped")
    func breaks() {
        let found = blocks(
            "One<br>two<br><br>three<br> &nbsp;<br><br>four<p>&nbsp;</p><p>\u{a0} \u{a0}</p><ul><li>five<br><br>six</ul>"
        )
        #expect(found.map(\.text) == ["One\ntwo", "three", "four", "five", "six"])
        #expect(
            found.map(\.kind) == [
                .paragraph, .paragraph, .paragraph, .listItem(depth: 0, marker: "•"), .listContinuation(depth: 0),
            ])
        #expect(blocks("<pre>a<br><br>b</pre>").map(\.text) == ["a\n\nb"])
    }

    @Test("A list item without text leaves no marker behind")
    func emptyItems() {
        let found = blocks("<ul><li></li><li>one<li><ul><li>two</ul></ul><p>after</p>")
        #expect(
            found.map(\.kind) == [
                .listItem(depth: 0, marker: "•"), .listItem(depth: 1, marker: "◦"), .paragraph,
            ])
    }

    @Test("Layout tables and data tables are read correctly inside each other")
    func layoutTables() {
        let newsletter = blocks(
            """
            <table><tr><td>&nbsp;</td><td><h2>News</h2><p>First.</p><p>Second.</p><ul><li>point</ul>
            <table><tr><th>Car</th><th>Time</th></tr><tr><td><a href="/c">44</a></td><td>1:20<br>best</td></tr>
            <tr><td colspan=2>Total</td><td>3</td></tr></table></td><td></td></tr></table>
            """)
        #expect(
            newsletter.map(\.text) == [
                "News", "First.", "Second.", "point", "Car\tTime", "44\t1:20 best", "Total\t\t3",
            ])
        #expect(
            newsletter.map(\.kind) == [
                .heading(level: 2), .paragraph, .paragraph, .listItem(depth: 0, marker: "•"), .tableRow(header: true),
                .tableRow(header: false), .tableRow(header: false),
            ])
        #expect(newsletter[5].entities.map(\.range) == [0..<2])
        let long = String(repeating: "word ", count: 100)
        #expect(blocks("<table><tr><td>\(long)<td>\(long)</table>").map(\.kind) == [.paragraph, .paragraph])
        let late = blocks("<table><tr><td>a</td><td>b <b>c</b></td></tr></table>")
        #expect(late.map(\.text) == ["a\tb c"])
        #expect(late.first?.entities.map(\.range) == [4..<5])
    }

    @Test(
        "The first picture of a set is found, with or without its size",
        arguments: ["s.jpg, l.jpg 2x", "s.jpg 1x, l.jpg 2x", " s.jpg,\n l.jpg 2x", "s.jpg"])
    func pictureSets(set: String) {
        let found = blocks("<p><img srcset='\(set)' alt='Set'></p>")
        #expect(found.flatMap(\.entities).map(\.target) == ["https://h.example/a/s.jpg"])
    }

    @Test("The picture behind a placeholder, the player in a frame and a formula are found once each")
    func lateMedia() {
        let found = blocks(
            """
            <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="real.jpg" alt="Real">
            <p><img src="/blank.gif" data-lazy-src="late.jpg" alt="Late"></p>
            <p><img srcset="small.jpg 1x, large.jpg 2x" alt="Set"></p>
            <object width="425"><param name="movie" value="x"><embed src="https://video.example/v/1"></object>
            <p><math><semantics><mrow><mn>0.5</mn></mrow><annotation encoding="application/x-tex">0{.}5</annotation></semantics></math></p>
            <p><span class="katex"><span>x²</span><span class="katex-html" aria-hidden="true">x2</span></span></p>
            <p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>
            """)
        #expect(
            found.flatMap(\.entities).compactMap(\.target).map { $0.split(separator: "/").last } == [
                "real.jpg", "late.jpg", "small.jpg", "1",
            ])
        #expect(found.map(\.text) == ["Real", "Late", "Set", "video.example/v/1", "0.5", "x²", "漢字(かんじ)"])
    }

    @Test(
        "Tracking pixels are dropped, whatever size they declare",
        arguments: [
            "https://feeds.feedburner.com/~r/x/~4/abc", "https://stats.example/piwik.php?idsite=3&rec=1",
            "https://pixel.wp.com/b.gif?v=noscript", "https://vg05.met.vgwort.de/na/1",
        ])
    func trackers(address: String) {
        #expect(blocks("<p>x</p><p><img src='\(address)' alt='Counted'></p>").map(\.text) == ["x"])
        #expect(blocks("<p><img src='https://h.example/idsite/pixel.gif' alt='Art'></p>").map(\.text) == ["Art"])
    }

    @Test("Line numbers beside code are dropped")
    func lineNumbers() {
        let found = blocks(
            "<table><tr><td class='gutter gl'><pre class='lineno'>1\n2</pre></td><td class=code><pre>a\nb</pre></td></tr></table>"
        )
        #expect(found.map(\.text) == ["a\nb"])
        #expect(found.map(\.kind) == [.preformatted])
    }

    @Test("No text that harms a terminal and no executable address passes")
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

    @Test("A role that covers only blank space at the end of a block is dropped")
    func blankEnds() {
        for markup in [
            "<pre>h\n<b>\r\r</b></pre>", "<pre>\n<b>\n</b></pre>", "<p>a <b> </b> <i>\n</i></p>", "<pre>a\n\n<b>\n",
        ] {
            let text = HTMLRenderer.render(markup, base: nil)
            #expect(text.blocks.flatMap(\.entities).isEmpty, "\(markup)")
        }
    }

    @Test("Elements that take a place of their own are kept apart from the text and from each other")
    func apart() {
        let found = blocks(
            """
            <p>Look: <iframe src="https://a.example/e"></iframe><video src="https://b.example/v.mp4"></video> and read</p>
            <video><source src="https://c.example/w.mp4"></video><audio src="https://d.example/a.mp3"></audio>
            """)
        #expect(found.map(\.text) == ["Look:", "a.example/e", "v.mp4", "and read", "w.mp4", "a.mp3"])
        #expect(found.flatMap(\.entities).map(\.kind) == Array(repeating: .media, count: 4))
    }

    @Test(
        "The printed text is the styled one without its styles, with the same pictures",
        arguments: [UInt64(11), 12, 13], [true, false])
    func printed(seed: UInt64, isFlow: Bool) {
        var random = SeededGenerator(seed: seed)
        let flow = [
            "word", " and ", "  ", "\n", "&nbsp;", "&amp;", "&#8217;", "&#x1f697;", "&nGt;", "&copy", "é 日本 🚗",
            "привет мир ",
            "a\u{301}", "\u{200d}", "❤️", "سلام", "<3", "(", "-", "<p>", "<p>", "</p>", "</p>", "<p class=lead>", "<br>",
            "<br />", "</br>", "<div>", "</div>", "<em>", "</em>", "<b/>", "<a href='/x'>", "</a>",
            "<img src=/p.png alt='A picture'>", "<img src=/q.png>", "<img src=/t.gif width=1>",
            "<img src=/r.png alt='&nbsp;'>", "<ul>", "<li>", "<li>", "</li>", "</ul>", "<h2>", "</h2>", "<h3>", "<pre>",
            "</pre>", "<code>", "</code>", "<blockquote>", "</blockquote>", "<hr>", "<dl><dt>", "<dd>", "</dl>",
            "<span style='display: none'>", "<span>", "</span>", "<!-- -->", "\t", "<body>", "</body>", "<figure>",
            "<figcaption>", "</figcaption>", "</figure>", "<wbr>",
        ]
        let all = [
            "word", " and ", "\n", "&nbsp;", "&amp;", "&hellip;", "é 日本 🚗", "<p>", "</p>", "<br>", "<div>", "</div>",
            "<b>",
            "</b>", "<a href='/x'>", "<a href='#y' id=z>", "</a>", "<img src=/p.png alt='A picture'>",
            "<img src=/q.png>",
            "<img src=/r.png alt='&nbsp;'>", "<img src=/p.png alt=again>", "<ul>", "<li>", "</ul>", "<h2>", "</h2>",
            "<pre>",
            "</pre>", "<blockquote>", "</blockquote>", "<table>", "<tr>", "<td>", "<th>", "</td>", "</tr>", "</table>",
            "<hr>",
            "<q>", "</q>", "<video src=/v.mp4></video>", "<iframe src=/f></iframe>", "<script>x</script>", "<x-y>",
            "</x-y>",
            "<dl><dt>", "<dd>", "</dl>", "<caption>", "<span hidden>", "</span>", "<!-- -->", "\t",
        ]
        let pieces = isFlow ? flow : all
        for _ in 0..<1000 {
            let count = Int.random(in: 1...30, using: &random)
            let markup = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let styled = HTMLRenderer.render(markup, base: "https://h.example/a/")
            let printed = HTMLRenderer.plain(markup, base: "https://h.example/a/")
            #expect(printed == PrintedText(styled), "\(markup)")
        }
    }

    @Test("Deep and endless markup ends")
    func deep() {
        #expect(blocks(String(repeating: "<b>", count: 1000) + "x").map(\.text) == ["x"])
        #expect(blocks(String(repeating: "<b>", count: 200_000) + "x").count <= 1)
        #expect(blocks(String(repeating: "<blockquote>", count: 5000) + "x").allSatisfy { $0.quoteDepth <= 16 })
        #expect(blocks(String(repeating: "<blockquote>", count: 20) + "<hr>").map(\.quoteDepth) == [16])
        #expect(!blocks(String(repeating: "<table><tr><td>", count: 250) + "x").isEmpty)
    }

    @Test("Roles that are open across many blocks have a bounded number of entities")
    func openRoles() {
        let paragraphs = String(repeating: "<p>x", count: 2000)
        let found = blocks(String(repeating: "<b>", count: 200) + paragraphs + "<p><i>y</i>")
        #expect(found.count == 2001)
        #expect((1...100_001).contains(found.reduce(0) { $0 + $1.entities.count }))
        #expect(found[0].entities.count == 200)
        #expect(found[2000].entities.map(\.kind) == [.emphasis])
    }

    @Test("Ranges lie on character boundaries, whatever the markup", arguments: [UInt64(5), 6, 7])
    func noise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
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
