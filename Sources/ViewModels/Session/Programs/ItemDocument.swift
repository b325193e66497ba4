public import EngineConcepts
public import FiberConfiguration
import Queries

/// An item as a document for other programs: its title, where it is from, and its text.
public nonisolated struct ItemDocument: Equatable, Sendable {
    /// The title, or `nil` for an item without one.
    public var title: String?
    /// The author, the source and the time, on one line.
    public var byline: String
    /// The web address, or `nil` if there is none.
    public var url: String?
    /// The language as a BCP 47 tag, or `nil` if it is unknown.
    public var language: String?
    public var body: StyledText
    /// The pictures and other media that the text itself does not have.
    public var media: [Media] = []
    /// Counts and other facts, on one line at the end, or empty.
    public var closing = ""
}

nonisolated extension ItemDocument {
    /// Creates the document of a ticket: its content warning, then its text. Links and media that do not lead to the
    /// web are left out.
    ///
    /// - Parameters:
    ///   - source: The name of its source.
    ///   - time: Its time in words.
    public init(of ticket: Ticket, shownAs presentation: Presentation, source: String, time: String) {
        // The byline of a boost is that of the boosted post.
        let author = presentation.byline.map(Self.author) ?? ticket.body.author?.name
        self.init(
            title: presentation.title,
            byline: [author == source ? nil : author, source, time].compactMap(\.self).joined(separator: " · "),
            url: [presentation.link, ticket.body.link].compactMap(\.self).first(where: LinkPolicy.isWeb),
            language: ticket.contentLanguage,
            body: StyledText(
                blocks: (ticket.body.contentWarning.map { [StyledText.Block(text: "⚠ \($0)")] } ?? [])
                    + presentation.body.blocks),
            media: presentation.media.filter { LinkPolicy.isWeb($0.url) })
    }

    /// Documents one below the other, in a format other than JSON.
    public static func text(of documents: [ItemDocument], as format: ItemFormat) -> String {
        switch format {
        case .markdown: documents.map(\.markdown).joined(separator: "\n")
        case .html: html(of: documents)
        case .text, .json: documents.map(\.plainText).joined(separator: "\n")
        }
    }

    /// Returns the name of an author, with the handle if there is one.
    static func author(_ byline: Presentation.Byline) -> String {
        guard let handle = byline.handle, handle != byline.name else { return byline.name }
        return "\(byline.name) \(handle)"
    }

    public var plainText: String {
        var parts: [String] = []
        let head = [title, byline.isEmpty ? nil : byline, url].compactMap(\.self)
        if !head.isEmpty { parts.append(head.joined(separator: "\n")) }
        parts += paragraphs { block, _ in Self.plain(block) }
        parts += media.map { [$0.alternativeText, $0.url].compactMap(\.self).joined(separator: "\n") }
        if !closing.isEmpty { parts.append(closing) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func plain(_ block: StyledText.Block) -> String {
        switch block.kind {
        case .listItem(let depth, let marker): indent(depth) + "\(marker) \(block.text)"
        case .listContinuation(let depth): indent(depth + 1) + block.text
        case .rule: "* * *"
        default: block.text
        }
    }

    /// Returns the paragraphs of the text, with marks before the lines of quotations. No empty line belongs between those
    /// blocks that are one paragraph.
    ///
    /// - Parameter text: Returns a block as text, without the marks. Also receives the kind of the block before it.
    func paragraphs(_ text: (StyledText.Block, StyledText.Kind?) -> String) -> [String] {
        var paragraphs: [String] = []
        var previous: StyledText.Kind?
        for block in body.blocks {
            let mark = String(repeating: "> ", count: max(0, block.quoteDepth))
            let lines = text(block, previous).split(separator: "\n", omittingEmptySubsequences: false)
            let quoted = mark + lines.joined(separator: "\n" + mark)
            if let previous, Self.isTight(previous, block.kind) {
                paragraphs[paragraphs.count - 1] += "\n" + quoted
            } else {
                paragraphs.append(quoted)
            }
            previous = block.kind
        }
        return paragraphs
    }

    static func indent(_ depth: Int) -> String { String(repeating: "  ", count: min(max(0, depth), 20)) }

    /// Returns true if no empty line belongs between two blocks: those of a list or of a table.
    private static func isTight(_ one: StyledText.Kind, _ other: StyledText.Kind) -> Bool {
        switch (one, other) {
        case (.listItem, .listItem), (.tableRow, .tableRow): true
        default: false
        }
    }
}

/// A range of a block with the entities that hold in it.
nonisolated struct MarkedText: Equatable {
    let text: String
    let entities: [StyledText.Entity]

    /// Returns the runs of a block, in order.
    static func runs(of block: StyledText.Block) -> [MarkedText] {
        let bytes = Array(block.text.utf8)
        let entities = block.entities.filter { $0.range.lowerBound >= 0 && $0.range.upperBound <= bytes.count }
        let edges = Set(entities.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [0, bytes.count]).sorted()
        return zip(edges, edges.dropFirst())
            .map { start, end in
                MarkedText(
                    text: String(decoding: bytes[start..<end], as: UTF8.self),
                    entities: entities.filter { $0.range.lowerBound <= start && $0.range.upperBound >= end })
            }
    }

    func has(_ kind: StyledText.EntityKind) -> Bool { entities.contains { $0.kind == kind } }

    /// The web address that it leads to, or `nil` for none.
    var link: String? {
        entities.last { [.link, .media].contains($0.kind) }?.target.flatMap { LinkPolicy.isWeb($0) ? $0 : nil }
    }

    /// The web address of the picture that it stands for, or `nil` for none.
    var picture: String? { entities.last { $0.kind == .image }?.target.flatMap { LinkPolicy.isWeb($0) ? $0 : nil } }
}
