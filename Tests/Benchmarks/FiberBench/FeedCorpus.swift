import EngineConcepts

/// Generated documents in every format. Their texts and markup resemble those of real programs: see ``Prose``.
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

    private let vocabulary = Vocabulary()

    /// Returns a document of this kind with at least `bytes` bytes.
    func document(_ kind: Kind, bytes: Int) -> [UInt8] {
        var document = Document(kind, feed: 0, prose: Prose(seed: 17, vocabulary: vocabulary))
        var item = 0
        while document.count < bytes {
            document.add(item)
            item += 1
        }
        return Array(document.finish().utf8)
    }
}

extension FeedCorpus {
    /// A document that is being written.
    struct Document {
        private let kind: Kind
        private let feed: Int
        private let language: Vocabulary.Language
        private let authors: [String]
        private var text: String
        private(set) var prose: Prose

        init(_ kind: Kind, feed: Int, prose: Prose) {
            var prose = prose
            let language = prose.language()
            let title = prose.name(in: language)
            let statesLanguage = prose.isTrue(oneIn: 2)
            var authors: [String] = []
            for _ in 0..<12 { authors.append(prose.name(in: language)) }
            self.kind = kind
            self.feed = feed
            self.language = language
            self.authors = authors
            self.prose = prose
            text = Self.head(of: kind, title: title, feed, statesLanguage ? language.code : nil)
        }

        /// The number of bytes so far.
        var count: Int { text.utf8.count }

        /// Returns the whole document.
        consuming func finish() -> String {
            text += Self.tail(of: kind)
            return text
        }

        private static func head(of kind: Kind, title: String, _ feed: Int, _ language: String?) -> String {
            let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            let link = "https://source-\(feed).example"
            let stated = language.map { "\n\t<language>\($0)</language>" } ?? ""
            return switch kind {
            case .rssSections, .rssEscaped:
                declaration + """
                    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
                    \txmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
                    <channel>\n\t<title>\(title)</title>\n\t<link>\(link)</link>
                    \t<description>\(title) in full</description>\(stated)\n
                    """
            case .atom:
                declaration + """
                    <feed xmlns="http://www.w3.org/2005/Atom"\(language.map { " xml:lang=\"\($0)\"" } ?? "")>
                      <title type="text">\(title)</title>
                      <link rel="alternate" type="text/html" href="\(link)" />
                      <id>\(link)/feed</id>\n  <updated>2026-10-29T10:00:00Z</updated>\n
                    """
            case .rdf:
                declaration + """
                    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
                      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
                    <channel rdf:about="\(link)">\n<title>\(title)</title>
                    <link>\(link)</link>\n<description>\(title) in full</description>\n</channel>\n
                    """
            case .json:
                """
                {"version":"https://jsonfeed.org/version/1.1","title":"\(title)",\
                \(language.map { "\"language\":\"\($0)\"," } ?? "")"home_page_url":"\(link)","items":[
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

        /// Adds the item of this number; newest first. Its title has the number, which rules and screens look for.
        mutating func add(_ number: Int) {
            if kind == .json, number > 0 { text += "," }
            let language = prose.isTrue(oneIn: 7) ? prose.language() : language
            let link = "https://source-\(feed).example/2026/\(number)/\(prose.number(below: 1 << 24))"
            let headline = prose.sentence(words: 4 + prose.number(below: 9), in: language, ends: false)
            let title = "Report \(number) of \(feed): \(headline)"
            let author = authors[prose.number(below: authors.count)]
            let tags = (0..<prose.number(below: 5)).map { _ in prose.rareWord(in: language) }
            let time = ItemTime(feed: feed, item: number)
            let html = prose.html(bytes: prose.bodyLength(), in: language)
            let summary = prose.sentence(words: 15 + prose.number(below: 25), in: language)
            switch kind {
            case .rssSections:
                text += """
                    \t<item>\n\t\t<title>\(title)</title>\n\t\t<link>\(link)</link>
                    \t\t<comments>\(link)#comments</comments>\n\t\t<dc:creator><![CDATA[\(author)]]></dc:creator>
                    \t\t<pubDate>\(time.mail)</pubDate>\n\(tags.map { "\t\t<category><![CDATA[\($0)]]></category>\n" }.joined())\
                    \t\t<guid isPermaLink="false">https://source-\(feed).example/?p=\(number)</guid>
                    \t\t<description><![CDATA[\(summary) [&#8230;]]]></description>
                    \t\t<content:encoded><![CDATA[\(html)]]></content:encoded>
                    \t\t<slash:comments>\(prose.number(below: 40))</slash:comments>\n\t</item>\n
                    """
            case .rssEscaped:
                text += """
                    <item>\n<title>\(title)</title>\n<link>\(link)</link>\n<guid>\(link)</guid>
                    <author>a@source-\(feed).example (\(author))</author>\n\(tags.map { "<category>\($0)</category>\n" }.joined())\
                    <pubDate>\(time.mail)</pubDate>
                    <description>\(Self.escaped(html))</description>\n</item>\n
                    """
            case .atom:
                text += """
                      <entry>\n    <title type="html">\(title)</title>
                        <link rel="alternate" type="text/html" href="\(link)" />
                        <id>tag:source-\(feed).example,2026:\(number)</id>
                        <published>\(time.iso)</published>\n    <updated>\(time.iso)</updated>
                        <author><name>\(author)</name></author>\n\(tags.map { "    <category term=\"\($0)\" />\n" }.joined())\
                        <summary>\(summary)</summary>
                        <content type="html">\(Self.escaped(html))</content>\n  </entry>\n
                    """
            case .rdf:
                text += """
                    <item rdf:about="\(link)">\n<title>\(title)</title>\n<link>\(link)</link>
                    <description>\(summary)</description>\n<dc:creator>\(author)</dc:creator>
                    <dc:date>\(time.iso)</dc:date>\n\(tags.map { "<dc:subject>\($0)</dc:subject>\n" }.joined())\
                    <content:encoded><![CDATA[\(html)]]></content:encoded>\n</item>\n
                    """
            case .json:
                text += """
                    {"id":"\(link)","url":"\(link)","title":"\(title)","date_published":"\(time.iso)",\
                    "authors":[{"name":"\(author)"}],"tags":[\(tags.map { "\"\($0)\"" }.joined(separator: ","))],\
                    "content_html":"\(Self.quoted(html))"}
                    """
            }
        }

        private static func escaped(_ html: String) -> String {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(html.utf8.count * 5 / 4)
            for byte in html.utf8 {
                switch byte {
                case 0x26: bytes += Array("&amp;".utf8)
                case 0x3c: bytes += Array("&lt;".utf8)
                case 0x3e: bytes += Array("&gt;".utf8)
                case 0x22: bytes += Array("&quot;".utf8)
                default: bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private static func quoted(_ html: String) -> String {
            html.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }

    /// The time of an item, newest first, each different. All are in the past: items dated ahead are requested again until
    /// their time has come.
    private struct ItemTime {
        private let time: Timestamp

        /// The end of 29 October 2026.
        private static let newest: Int64 = 1_793_318_399

        /// Sixty-seven feeds have an item each every hour and a half.
        init(feed: Int, item: Int) {
            time = Timestamp(seconds: Self.newest - Int64(item * 5387 + feed * 79 % 5387))
        }

        var iso: String { time.rfc3339 }

        var mail: String {
            let date = CivilTime(time)
            let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            let (day, clock) = (iso.dropFirst(8).prefix(2), iso.dropFirst(11).dropLast())
            return "\(days[date.weekday]), \(day) \(months[date.month - 1]) \(date.year) \(clock) +0000"
        }
    }
}
