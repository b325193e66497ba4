import EngineConcepts
import WebText

/// Builds a text from HTML events: decides on each element's effect, and ``BlockWriter`` writes the text.
struct TextBuilder<Output: BlockOutput>: HTMLSink {
    /// The maximum depth of elements; deeper ones count only as their text.
    private static var maximumDepth: Int { 300 }

    /// An open element, with what its end tag must undo.
    private struct Frame {
        let element: HTMLElement
        let roleCount: Int
        var hidesText = false
        /// The length of the text when a link began.
        var linkStart: Int?
        /// An image without alternative text inside the link.
        var picture: EmbeddedMedia.Link?
    }

    private let base: String?
    private let media: EmbeddedMedia
    private var text = BlockWriter<Output>()
    private var frames: [Frame] = []
    /// The number of open elements below the maximum depth.
    private var deeper = 0
    private var hiddenDepth = 0
    /// The open table rows, the innermost last.
    private var rows: [TableRow] = []
    /// True if the text has links to places within it.
    private var hasJumps = false
    /// The name of the open player if it has no source yet.
    private var player: String?

    /// Resolves relative links against `base`.
    init(base: String?) {
        self.base = base
        media = EmbeddedMedia(base: base)
    }

    var isFull: Bool {
        text.length > HTMLRenderer.maximumTextLength || frames.count + deeper > HTMLRenderer.maximumOpenElements
    }

    mutating func finish() -> Output {
        text.flush()
        while let row = rows.popLast() { row.end(in: &text) }
        var output = text.output
        if hasJumps || text.hasAnchors { output.settleAnchors(base: base) }
        if isFull {
            // A sign that needs no translation; a warning about the document says why.
            output.append(.caption, quoteDepth: 0, Array("[…]".utf8)[...], entities: [])
        }
        return output
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard hiddenDepth == 0 else { return }
        text.append(bytes)
    }

    mutating func start(_ element: HTMLElement, _ attributes: HTMLAttributes) {
        guard deeper == 0, frames.count < Self.maximumDepth else {
            deeper += 1
            return
        }
        let tag = element.tag
        var frame = Frame(element: element, roleCount: text.roleCount)
        if hiddenDepth > 0 {
            if tag.namesSource { showPlayerSource(attributes) }
            frame.hidesText = true
            hiddenDepth += 1
            frames.append(frame)
            return
        }
        if tag.isHidden(attributes) {
            frame.hidesText = true
        } else {
            begin(tag, attributes, &frame)
            if !attributes.all.isEmpty, let name = Anchors.name(of: element.name, attributes) { text.place(name) }
        }
        if frame.hidesText { hiddenDepth += 1 }
        frames.append(frame)
    }

    mutating func end(_ element: HTMLElement) {
        guard deeper == 0 else {
            deeper -= 1
            return
        }
        guard let index = frames.lastIndex(where: { $0.element.name == element.name }) else { return }
        while frames.count > index {
            let frame = frames.removeLast()
            if frame.hidesText {
                hiddenDepth -= 1
                if hiddenDepth == 0 { player = nil }
            } else {
                finish(frame)
            }
        }
    }

    private mutating func begin(_ tag: HTMLTag, _ attributes: HTMLAttributes, _ frame: inout Frame) {
        switch tag {
        case .block, .table: text.flush()
        case .heading(let level): text.change { $0.heading = level }
        case .list(let isOrdered):
            text.change { $0.beginList(isOrdered: isOrdered, from: attributes.number("start") ?? 1) }
        case .listItem:
            text.change { $0.beginItem(number: attributes.number("value")) }
        case .definitionTerm:
            text.flush()
            text.open(.strong)
        case .definition: text.change { $0.beginList(isOrdered: false) }
        case .quote: text.change { $0.beginQuotation() }
        case .preformatted: text.change { $0.beginPreformatted() }
        case .tableRow:
            text.flush()
            rows.append(TableRow(from: text.output.count))
        case .cell(let isHeader):
            text.flush()
            guard !rows.isEmpty else { return }
            rows[rows.count - 1]
                .beginCell(from: text.output.count, span: attributes.number("colspan") ?? 1, isHeader: isHeader)
        case .caption: text.change { $0.isCaption = true }
        case .rule: text.rule()
        case .lineBreak: text.breakLine()
        case .inline(let kind):
            if kind == .code, text.isPreformatted { return }
            text.open(kind)
        case .quotation:
            text.open(.quotation)
            text.write("“")
        case .summary:
            text.flush()
            text.open(.strong)
            // Folded parts of a page are shown open, with the sign of an open fold.
            text.write("▾ ")
        case .rubyText: text.write("(")
        case .anchor: if openLink(to: attributes.value("href")) { frame.linkStart = text.writtenLength }
        case .image: if let picture = media.image(attributes) { show(picture) }
        case .embedded: showSeparated(media.player(attributes))
        case .player:
            let link = media.player(attributes)
            showSeparated(link)
            if link == nil { player = attributes.value("title") ?? "" }
            frame.hidesText = true
        case .source, .transparent: break
        case .dropped: frame.hidesText = true
        }
    }

    /// Opens a link to an address or to a place within the text. Returns false if there is none.
    private mutating func openLink(to reference: String?) -> Bool {
        if let name = Anchors.fragment(of: reference, base: base) {
            text.open(.jump, target: name)
            hasJumps = true
        } else if let target = reference.flatMap({ WebAddress.resolve($0, base: base) }) {
            text.open(.link, target: target)
        } else {
            return false
        }
        return true
    }

    private mutating func finish(_ frame: Frame) {
        if case .quotation = frame.element.tag { text.write("”") }
        if case .rubyText = frame.element.tag { text.write(")") }
        // A link without any text could not be followed, so its image is shown.
        if let picture = frame.picture, frame.linkStart == text.writtenLength {
            text.write(StyledText.undescribedPicture, as: picture.kind, target: picture.target)
        }
        text.closeRoles(downTo: frame.roleCount)
        switch frame.element.tag {
        case .block, .table, .definitionTerm, .cell, .summary: text.flush()
        case .heading: text.change { $0.heading = nil }
        case .list, .definition: text.change { $0.endList() }
        case .listItem: text.change { $0.endItem() }
        case .quote: text.change { $0.endQuotation() }
        case .preformatted: text.change { $0.endPreformatted() }
        case .tableRow:
            text.flush()
            rows.popLast()?.end(in: &text)
        case .caption: text.change { $0.isCaption = false }
        case .rule, .lineBreak, .inline, .quotation, .rubyText, .anchor, .image, .embedded, .player, .source, .dropped,
            .transparent:
            break
        }
    }

    /// Shows an image. One without alternative text is shown only if it is alone or the only content of a link.
    private mutating func show(_ picture: EmbeddedMedia.Link) {
        guard picture.text.isEmpty else { return text.write(described: picture) }
        if let link = frames.lastIndex(where: { $0.linkStart != nil }) {
            frames[link].picture = frames[link].picture ?? picture
        }
        text.keep(undescribed: picture)
    }

    /// Shows a link that is separated from its neighbours, for media that have their own place on a page.
    private mutating func showSeparated(_ link: EmbeddedMedia.Link?) {
        guard let link else { return }
        text.flush()
        text.write(link.text, as: link.kind, target: link.target)
        text.flush()
    }

    private mutating func showPlayerSource(_ attributes: HTMLAttributes) {
        guard let name = player, let source = media.source(attributes, of: name) else { return }
        player = nil
        showSeparated(source)
    }
}
