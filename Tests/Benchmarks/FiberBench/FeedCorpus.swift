/// Generated feeds: the same bytes on every machine. Their texts resemble those of real programs: paragraphs with
/// links, images, lists, code and non-ASCII letters, escaped or in CDATA sections, and the usual modules of each
/// format.
struct FeedCorpus {
    /// A kind of document.
    enum Kind: String, CaseIterable {
        /// RSS 2.0 with a short escaped description and the full text in a CDATA section, as in WordPress.
        case rssSections = "RSS 2.0, CDATA"
        /// RSS 2.0 with escaped HTML.
        case rssEscaped = "RSS 2.0, escaped"
        /// Atom 1.0 with escaped HTML.
        case atom = "Atom 1.0"
        /// RSS 1.0 with modules.
        case rdf = "RSS 1.0"
        /// JSON Feed 1.1.
        case json = "JSON Feed"

        /// True if an XML parser can read it.
        var isXML: Bool { self != .json }
    }

    private var prose = Prose()

    /// Returns a document of this kind with at least `bytes` bytes.
    mutating func document(_ kind: Kind, bytes: Int) -> [UInt8] {
        prose = Prose()
        var text = Self.head(of: kind)
        var item = 0
        while text.utf8.count < bytes {
            if kind == .json, item > 0 { text += "," }
            text += self.item(kind, item)
            item += 1
        }
        text += Self.tail(of: kind)
        return Array(text.utf8)
    }

    private static func head(of kind: Kind) -> String {
        let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        return switch kind {
        case .rssSections, .rssEscaped:
            declaration + """
                <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
                \txmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
                <channel>\n\t<title>A corpus</title>\n\t<link>https://corpus.example</link>
                \t<description>Made up by rule</description>\n\t<language>en-GB</language>\n
                """
        case .atom:
            declaration + """
                <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n  <title type="text">A corpus</title>
                  <link rel="alternate" type="text/html" href="https://corpus.example" />
                  <id>https://corpus.example/feed</id>\n  <updated>2026-11-20T10:00:00Z</updated>\n
                """
        case .rdf:
            declaration + """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
                  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
                <channel rdf:about="https://corpus.example">\n<title>A corpus</title>
                <link>https://corpus.example</link>\n<description>Made up by rule</description>\n</channel>\n
                """
        case .json:
            """
            {"version":"https://jsonfeed.org/version/1.1","title":"A corpus",\
            "home_page_url":"https://corpus.example","items":[
            """
        }
    }

    private static func tail(of kind: Kind) -> String {
        switch kind {
        case .rssSections, .rssEscaped: "</channel>\n</rss>\n"
        case .atom: "</feed>\n"
        case .rdf: "</rdf:RDF>\n"
        case .json: "]}\n"
        }
    }

    private mutating func item(_ kind: Kind, _ number: Int) -> String {
        let link = "https://corpus.example/2026/11/\(number)"
        let title = prose.sentence(words: 7)
        let author = "Author \(number % 23)"
        let tag = prose.word()
        let clock = Self.clock(number)
        let date = "2026-11-\(Self.two(1 + number / 1440 % 28))T\(clock)Z"
        let html = prose.html(paragraphs: 2 + number % 4)
        switch kind {
        case .rssSections:
            return """
                \t<item>\n\t\t<title>\(title) &#8211; part \(number)</title>\n\t\t<link>\(link)</link>
                \t\t<comments>\(link)#comments</comments>\n\t\t<dc:creator><![CDATA[\(author)]]></dc:creator>
                \t\t<pubDate>\(Self.mailDate(number, clock))</pubDate>\n\t\t<category><![CDATA[\(tag)]]></category>
                \t\t<guid isPermaLink="false">\(link)?p=\(number)</guid>
                \t\t<description><![CDATA[\(prose.sentence(words: 40)) [&#8230;]]]></description>
                \t\t<content:encoded><![CDATA[\(html)]]></content:encoded>
                \t\t<slash:comments>\(number % 17)</slash:comments>\n\t</item>\n
                """
        case .rssEscaped:
            return """
                <item>\n<title>\(title)</title>\n<link>\(link)</link>\n<guid>\(link)</guid>
                <author>a@corpus.example (\(author))</author>\n<category>\(tag)</category>
                <pubDate>\(Self.mailDate(number, clock))</pubDate>
                <description>\(Self.escaped(html))</description>\n</item>\n
                """
        case .atom:
            return """
                  <entry>\n    <title type="html">\(title)</title>
                    <link rel="alternate" type="text/html" href="\(link)" />\n    <id>tag:corpus.example,2026:\(number)</id>
                    <published>\(date)</published>\n    <updated>\(date)</updated>
                    <author><name>\(author)</name></author>\n    <category term="\(tag)" />
                    <summary>\(prose.sentence(words: 25))</summary>
                    <content type="html">\(Self.escaped(html))</content>\n  </entry>\n
                """
        case .rdf:
            return """
                <item rdf:about="\(link)">\n<title>\(title)</title>\n<link>\(link)</link>
                <description>\(prose.sentence(words: 40))</description>\n<dc:creator>\(author)</dc:creator>
                <dc:date>\(date)</dc:date>\n<dc:subject>\(tag)</dc:subject>
                <content:encoded><![CDATA[\(html)]]></content:encoded>\n</item>\n
                """
        case .json:
            return """
                {"id":"\(link)","url":"\(link)","title":"\(title)","date_published":"\(date)",\
                "authors":[{"name":"\(author)"}],"tags":["\(tag)"],"content_html":"\(Self.quoted(html))"}
                """
        }
    }

    private static func escaped(_ html: String) -> String {
        html.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private static func quoted(_ html: String) -> String {
        html.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func clock(_ number: Int) -> String {
        "\(two(number / 60 % 24)):\(two(number % 60)):\(two(number * 7 % 60))"
    }

    private static func mailDate(_ number: Int, _ clock: String) -> String {
        let day = number / 1440 % 28
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return "\(names[day % 7]), \(two(1 + day)) Nov 2026 \(clock) +0000"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}

/// Sentences and paragraphs from a generator with a fixed seed.
private struct Prose {
    private static let words = [
        "the", "car", "ran", "on", "same", "tyres", "for", "long", "and", "came", "in", "with", "marks", "what", "day",
        "brought", "people", "wrote", "about", "their", "gardens", "café", "Zürich", "naïve", "release", "of",
        "library", "that", "reads", "feeds", "a", "reader’s", "night", "train", "engine", "window", "under", "rain",
        "“quiet”", "morning", "числа", "東京", "between", "several", "towns", "because", "nobody", "answered",
    ]
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    private mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func word() -> String {
        Self.words[next(below: Self.words.count)]
    }

    mutating func sentence(words count: Int) -> String {
        var text = word()
        for _ in 1..<count { text += " " + word() }
        return text
    }

    /// Returns HTML with some 500 bytes per paragraph.
    mutating func html(paragraphs: Int) -> String {
        var html = ""
        for paragraph in 0..<paragraphs {
            html +=
                "<p>\(sentence(words: 30)). \(sentence(words: 8)) <a href=\"https://corpus.example/\(word())?a=1&amp;b=2\""
            html += " rel=\"nofollow\">\(sentence(words: 3))</a>, <em>\(word())</em> &amp; <strong>\(word())</strong>"
            html += "&#8217;s \(sentence(words: 20)).</p>\n"
            switch paragraph % 4 {
            case 1:
                html += "<p><img src=\"https://corpus.example/\(word()).jpg\" alt=\"\(word())\" width=\"640\""
                html += " height=\"480\" class=\"alignnone size-medium\" /></p>\n"
            case 2: html += "<ul>\n<li>\(sentence(words: 5))</li>\n<li>\(sentence(words: 6))</li>\n</ul>\n"
            case 3: html += "<pre><code>let \(word()) = 1 &lt; 2</code></pre>\n"
            default: break
            }
        }
        return html
    }
}
