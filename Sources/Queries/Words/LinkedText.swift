import EngineConcepts
import WebText

/// The plain text of a ticket's text for word search, and the targets of its links.
///
/// The tags of HTML are removed instead of rendered, which is much cheaper. The result has the same words as the rendered
/// text, but not the same lines.
struct LinkedText {
    /// The text; blocks of HTML are separated by line feeds, runs of spaces are one space.
    let text: String
    /// The targets of its links as written. HTML marks those of mentions and tags, which are left out.
    let links: [String]

    /// Reads the first bytes of `text`.
    init(_ text: TicketText, maximumBytes: Int = .max) {
        switch text {
        case .plain(let plain): self.init(plain: Self.beginning(of: plain, count: maximumBytes))
        case .html(let html, _): self.init(html: Self.beginning(of: html, count: maximumBytes))
        case .styled(let styled):
            let links = styled.blocks.flatMap(\.entities).filter { $0.kind == .link }.compactMap(\.target)
            self.init(text: Self.beginning(of: styled.plainText, count: maximumBytes), links: links)
        }
    }

    /// Reads `text` until the result has `length` bytes, which are then the same as those of the whole result.
    init(_ text: TicketText, enoughFor length: Int) {
        switch text {
        // A styled text has no tags: its beginning is as long.
        case .plain, .styled: self.init(text, maximumBytes: length)
        case .html(let html, _): self.init(html: html, enoughFor: length)
        }
    }

    private init(plain: String) {
        let words = Self.holdsAddress(plain) ? Self.words(of: plain) : []
        self.init(
            text: plain,
            links: words.filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }.map(String.init))
    }

    private init(html: String, enoughFor length: Int = .max) {
        guard html.utf8.contains(where: { $0 == .lessThan || $0 == .ampersand }) else {
            self.init(text: html, links: [])
            return
        }
        var html = html
        var sink = WordSink(capacity: min(html.utf8.count, max(length, length &* 2)))
        html.withUTF8 { sink.read($0, enoughFor: length) }
        self.init(text: String(decoding: sink.output, as: UTF8.self), links: sink.links)
    }

    private init(text: String, links: [String]) {
        self.text = text
        self.links = links
    }

    /// The text without the addresses in it.
    var withoutAddresses: String {
        Self.holdsAddress(text) ? Self.words(of: text).filter { !$0.contains("://") }.joined(separator: " ") : text
    }

    private static func beginning(of text: String, count: Int) -> String {
        text.utf8.count <= count ? text : String(decoding: text.utf8.prefix(count), as: UTF8.self)
    }

    private static func words(of text: String) -> [Substring] {
        text.split { $0.isWhitespace || "<>\"()".contains($0) }
    }

    /// Searches bytes: runs for every ticket, and a string search takes ten times as long.
    private static func holdsAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.firstRange(ofBytes: "://") != nil }
    }
}
