import EngineConcepts

/// Builds ``StyledText`` out of the elements and texts of an HTML document.
///
/// A block is written until something begins another one. Roles are kept open across blocks and closed with each, so
/// that a link around two paragraphs is two links.
final class StyledTextBuilder: HTMLSink {
    /// Elements below this depth count as their text: nobody nests like that by hand.
    private static let deepest = 300
    /// Documents end at this depth, since every end tag costs libxml2 a search through what is open.
    private static let bottomless = 5000
    /// Longer texts end there.
    private static let longest = 2 << 20

    /// An open element, with what its end has to undo.
    private struct Frame {
        var name: String
        var tag: HTMLTag
        var roleCount: Int
        var hidesText = false
    }

    /// A role whose range is not closed yet.
    private struct OpenRole {
        var kind: StyledText.EntityKind
        var target: String?
        var start: Int
    }

    private struct List {
        var isOrdered: Bool
        var number: Int
    }

    private let base: String?
    private var blocks: [StyledText.Block] = []
    private var length = 0
    private var frames: [Frame] = []
    /// How many elements are open below the depth that counts.
    private var deeper = 0
    private var hiddenDepth = 0
    private var roles: [OpenRole] = []
    private var entities: [StyledText.Entity] = []
    private var writer = ScalarCleaner(keepsLines: false, capacity: 1024)

    private var lists: [List] = []
    private var quoteDepth = 0
    private var heading: Int?
    private var preformattedDepth = 0
    private var isCaption = false
    /// The marker of the list item whose first block is to come.
    private var marker: String?
    private var row: Row?

    private struct Row {
        var cells = 0
        var headers = 0
    }

    /// Resolves relative links against `base`.
    init(base: String?) {
        self.base = base
    }

    var isFull: Bool {
        length > Self.longest || frames.count + deeper > Self.bottomless
    }

    /// Ends the text.
    func finish() -> StyledText {
        flush()
        return StyledText(blocks: blocks)
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard hiddenDepth == 0 else { return }
        writer.take(bytes)
    }

    func start(_ name: String, _ attributes: HTMLAttributes) {
        guard deeper == 0, frames.count < Self.deepest else {
            deeper += 1
            return
        }
        let tag = HTMLTag(name)
        var frame = Frame(name: name, tag: tag, roleCount: roles.count)
        if hiddenDepth > 0 {
            if case .source = tag { showPlayerSource(attributes) }
            frame.hidesText = true
            hiddenDepth += 1
            frames.append(frame)
            return
        }
        if isHidden(attributes) {
            frame.hidesText = true
        } else {
            begin(tag, attributes, &frame)
        }
        if frame.hidesText { hiddenDepth += 1 }
        frames.append(frame)
    }

    func end(_ name: String) {
        guard deeper == 0 else {
            deeper -= 1
            return
        }
        guard let index = frames.lastIndex(where: { $0.name == name }) else { return }
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

    // MARK: Elements

    private func begin(_ tag: HTMLTag, _ attributes: HTMLAttributes, _ frame: inout Frame) {
        switch tag {
        case .block: breakBlock()
        case .heading(let level):
            flush()
            heading = level
        case .list(let isOrdered):
            flush()
            lists.append(List(isOrdered: isOrdered, number: attributes.value("start").flatMap { Int($0) } ?? 1))
        case .listItem: beginListItem(attributes)
        case .definitionTerm:
            flush()
            open(.strong)
        case .definition:
            flush()
            lists.append(List(isOrdered: false, number: 1))
        case .quote:
            flush()
            quoteDepth += 1
        case .preformatted:
            flush()
            preformattedDepth += 1
            writer.restart(keepsLines: true)
        case .table: flush()
        case .tableRow:
            flush()
            row = Row()
        case .cell(let isHeader):
            if row == nil { row = Row() }
            if let cells = row?.cells, cells > 0 { writer.tab() }
            row?.cells += 1
            row?.headers += isHeader ? 1 : 0
        case .caption:
            flush()
            isCaption = true
        case .rule:
            flush()
            blocks.append(StyledText.Block(kind: .rule, quoteDepth: quoteDepth, text: ""))
        case .lineBreak: writer.breakLine()
        case .inline(let kind):
            if kind == .code, preformattedDepth > 0 { return }
            open(kind)
        case .quotation:
            open(.quotation)
            write("“")
        case .anchor:
            if let target = attributes.value("href").flatMap({ WebAddress.resolve($0, base: base) }) {
                open(.link, target: target)
            }
        case .image: showImage(attributes)
        case .embedded: showMedia(attributes.value("src") ?? attributes.value("data-src"), attributes)
        case .player:
            let source = attributes.value("src") ?? attributes.value("data")
            if let source { showMedia(source, attributes) } else { player = attributes.value("title") ?? "" }
            frame.hidesText = true
        case .source, .transparent: break
        case .dropped: frame.hidesText = true
        }
    }

    private func finish(_ frame: Frame) {
        if case .quotation = frame.tag { write("”") }
        closeRoles(downTo: frame.roleCount)
        switch frame.tag {
        case .block: breakBlock()
        case .heading:
            flush()
            heading = nil
        case .list, .definition:
            flush()
            if !lists.isEmpty { lists.removeLast() }
        case .listItem, .table, .definitionTerm: flush()
        case .quote:
            flush()
            quoteDepth = max(0, quoteDepth - 1)
        case .preformatted:
            flush()
            preformattedDepth = max(0, preformattedDepth - 1)
            writer.restart(keepsLines: preformattedDepth > 0)
        case .tableRow:
            flush()
            row = nil
        case .caption:
            flush()
            isCaption = false
        case .rule, .lineBreak, .inline, .quotation, .anchor, .image, .embedded, .player, .source, .dropped,
            .transparent, .cell:
            break
        }
    }

    private func isHidden(_ attributes: HTMLAttributes) -> Bool {
        if attributes.has("hidden") { return true }
        guard let style = attributes.value("style") else { return false }
        return style.filter { $0 != " " }.lowercased().contains("display:none")
    }

    private func beginListItem(_ attributes: HTMLAttributes) {
        flush()
        guard let list = lists.last else {
            marker = "•"
            return
        }
        let number = attributes.value("value").flatMap { Int($0) } ?? list.number
        lists[lists.count - 1].number = number == .max ? number : number + 1
        marker = list.isOrdered ? "\(number)." : ["•", "◦", "▪"][min(lists.count - 1, 2)]
    }

    /// Within a table's cell, a block does not end the row.
    private func breakBlock() {
        if row == nil { flush() } else { writer.take(" ") }
    }

    // MARK: Pictures and players

    private var player: String?

    private func showImage(_ attributes: HTMLAttributes) {
        let source = attributes.value("src") ?? attributes.value("data-src")
        let sizes = [attributes.value("width"), attributes.value("height")].compactMap(\.self)
        let isTracker = sizes.contains { ["0", "1", "0px", "1px"].contains($0) }
        guard !isTracker, let address = source.flatMap({ WebAddress.resolve($0, base: base) }) else { return }
        let words = [attributes.value("alt"), attributes.value("title")].lazy.compactMap(\.self).first { !$0.isEmpty }
        show(words ?? "image", as: .image, target: address)
    }

    private func showMedia(_ source: String?, _ attributes: HTMLAttributes) {
        guard let address = source.flatMap({ WebAddress.resolve($0, base: base) }), WebAddress.isWeb(address) else {
            return
        }
        let title = attributes.value("title").flatMap { $0.isEmpty ? nil : $0 }
        show(title ?? WebAddress.host(of: address) ?? "media", as: .media, target: address)
    }

    private func showPlayerSource(_ attributes: HTMLAttributes) {
        guard let name = player, let source = attributes.value("src") else { return }
        player = nil
        guard let address = WebAddress.resolve(source, base: base), WebAddress.isWeb(address) else { return }
        show(name.isEmpty ? AddressName.last(of: address) ?? "media" : name, as: .media, target: address)
    }

    private func show(_ words: String, as kind: StyledText.EntityKind, target: String) {
        let count = roles.count
        open(kind, target: target)
        write(words)
        closeRoles(downTo: count)
    }

    private func write(_ text: String) {
        writer.take(text)
    }

    // MARK: Roles and blocks

    private func open(_ kind: StyledText.EntityKind, target: String? = nil) {
        roles.append(OpenRole(kind: kind, target: target, start: writer.position))
    }

    private func closeRoles(downTo count: Int) {
        while roles.count > count { close(roles.removeLast()) }
    }

    private func close(_ role: OpenRole) {
        let end = writer.output.count
        guard end > role.start else { return }
        entities.append(StyledText.Entity(role.kind, role.start..<end, target: role.target))
    }

    /// Ends the block that is being written, and begins the next one with the roles that are open.
    private func flush() {
        for role in roles { close(role) }
        let text = writer.finish()
        if !text.isEmpty { append(text) }
        entities = []
        writer.restart(keepsLines: preformattedDepth > 0)
        for index in roles.indices { roles[index].start = 0 }
    }

    private func append(_ text: [UInt8]) {
        var start = 0
        if preformattedDepth > 0, text.first == 0x0a { start = 1 }
        let end = text.count
        let kept = entities.compactMap { entity -> StyledText.Entity? in
            // What stood over spaces at the end, which are gone, stands over nothing any more.
            let upper = max(0, min(entity.range.upperBound, end) - start)
            let range = min(max(0, entity.range.lowerBound - start), upper)..<upper
            return range.isEmpty ? nil : StyledText.Entity(entity.kind, range, target: entity.target)
        }
        let sorted = kept.sorted { left, right in
            (left.range.lowerBound, -left.range.upperBound) < (right.range.lowerBound, -right.range.upperBound)
        }
        blocks.append(
            StyledText.Block(
                kind: kind(), quoteDepth: min(quoteDepth, 16), text: String(decoding: text[start...], as: UTF8.self),
                entities: sorted))
        length += text.count
    }

    private func kind() -> StyledText.Kind {
        if preformattedDepth > 0 { return .preformatted }
        if let heading { return .heading(level: heading) }
        if isCaption { return .caption }
        // A row of one cell is a layout, not a table.
        if let row, row.cells > 1 { return .tableRow(header: row.headers == row.cells) }
        let depth = min(max(lists.count - 1, 0), 16)
        if let marker {
            self.marker = nil
            return .listItem(depth: depth, marker: marker)
        }
        return lists.isEmpty ? .paragraph : .listContinuation(depth: depth)
    }
}

/// What an address can be called by.
enum AddressName {
    /// The last part of the path, where there is one to read.
    static func last(of address: String) -> String? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/"),
            path.utf8.firstRange(ofBytes: "://").map({ $0.upperBound <= slash }) ?? true
        else {
            return nil
        }
        let name = path[path.index(after: slash)...]
        return name.isEmpty || name.utf8.count > 64 ? nil : String(name)
    }
}

extension ScalarCleaner {
    /// Takes a text.
    mutating func take(_ text: String) {
        var text = text
        text.withUTF8 { take($0) }
    }
}
