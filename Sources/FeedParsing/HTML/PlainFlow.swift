import EngineConcepts
import WebText

/// Reads the markup that nearly all articles have as text without styles: well-nested elements, none of them hidden, and
/// no tables, players or scripts.
///
/// ``HTMLReader`` and ``TextBuilder`` also balance elements and keep what each end tag must undo; here it has nothing to
/// undo. This is several times faster, and the effects of elements are the same.
struct PlainFlow {
    /// The effect of an element on text without styles.
    private enum Effect {
        case none
        case block
        case preformatted
        case rule
        case lineBreak
        case link
        case image
        /// Only ``TextBuilder`` knows it.
        case other
    }

    private struct Element {
        var effect: Effect
        var roles: HTMLRoles
        var tag: HTMLTag

        init(_ element: HTMLElement) {
            roles = element.roles
            tag = element.tag
            let isInTable = !roles.isDisjoint(with: [.cell, .row, .rowGroup, .table, .caption])
            effect =
                switch element.tag {
                case _ where isInTable: .other
                case .block, .heading, .list, .listItem, .definitionTerm, .definition, .quote, .caption, .summary:
                    .block
                case .preformatted: .preformatted
                case .rule: .rule
                case .lineBreak: .lineBreak
                case .inline, .transparent: .none
                case .anchor: .link
                case .image: .image
                case .table, .tableRow, .cell, .quotation, .rubyText, .embedded, .player, .source, .dropped: .other
                }
        }
    }

    /// The elements by their numbers in ``HTMLElement/table``.
    private static let elements = HTMLElement.table.values.map(Element.init)
    /// The maximum number of open elements. ``HTMLReader`` searches as many for one that a start tag ends.
    private static let maximumDepth = 64
    /// The maximum length in bytes, less than that of a truncated text.
    private static let maximumLength = 1 << 20

    private let table = HTMLElement.table
    private let elements = Self.elements
    private let media: EmbeddedMedia
    private var tokenizer: HTMLTokenizer
    private var text = BlockWriter<PlainBlocks>()
    /// The numbers of the open elements, the innermost last.
    private var open: [Int] = []
    private var links = 0

    /// Returns the text of `markup`, or `nil` if it has anything else.
    static func read(_ markup: UnsafeBufferPointer<UInt8>, base: String?) -> PlainBlocks? {
        guard markup.count <= maximumLength else { return nil }
        var flow = PlainFlow(markup, base: base)
        return flow.read() ? flow.text.output : nil
    }

    private init(_ markup: UnsafeBufferPointer<UInt8>, base: String?) {
        tokenizer = HTMLTokenizer(markup)
        media = EmbeddedMedia(base: base)
        open.reserveCapacity(16)
    }

    private mutating func read() -> Bool {
        while true {
            if isAtWords {
                readWords()
                continue
            }
            guard let token = tokenizer.next() else { break }
            switch token {
            case .text(let range):
                CharacterReference.resolve(
                    in: UnsafeBufferPointer(rebasing: tokenizer.bytes[range]), endingAt: .anyLetter
                ) { text.append($0) }
            case .start(let name): guard start(name) else { return false }
            case .end(let name): guard end(name) else { return false }
            }
        }
        while let last = open.popLast() { finish(last) }
        text.flush()
        return true
    }

    /// True before text that is not preformatted.
    private var isAtWords: Bool {
        let index = tokenizer.index
        return index < tokenizer.bytes.count && !text.isPreformatted && !tokenizer.beginsMarkup(at: index)
    }

    /// Reads text up to the next markup, looking at most bytes only once.
    private mutating func readWords() {
        let bytes = tokenizer.bytes
        var index = tokenizer.index
        while index < bytes.count {
            let end = text.appendWords(of: bytes, from: index)
            if end > index {
                index = end
                continue
            }
            switch bytes[index] {
            case .lessThan where tokenizer.beginsMarkup(at: index): return tokenizer.rewind(to: index)
            case .ampersand:
                guard let meaning = CharacterReference.meaning(in: bytes, at: index, endingAt: .anyLetter) else {
                    text.append("&")
                    index += 1
                    continue
                }
                text.append(meaning.first)
                if let second = meaning.second { text.append(second) }
                index = meaning.end
            case let byte where byte < 0x80:
                text.append(Unicode.Scalar(byte))
                index += 1
            default:
                let start = index
                while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
                text.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
            }
        }
        tokenizer.rewind(to: index)
    }

    private func number(of name: Range<Int>) -> Int? {
        table.number(of: UnsafeBufferPointer(rebasing: tokenizer.bytes[name]))
    }

    /// Handles a start tag. Returns false if it is not for this reader; the same for the following functions.
    private mutating func start(_ name: Range<Int>) -> Bool {
        guard let number = number(of: name) else { return false }
        let element = elements[number]
        if element.effect == .other { return false }
        if element.roles.contains(.document) { return true }
        guard element.roles.isEmpty || closeEnded(by: element.roles) else { return false }
        if !tokenizer.attributes.all.isEmpty, element.tag.isHidden(tokenizer.attributes) { return false }
        switch element.effect {
        case .none, .other: break
        case .block: text.flush()
        case .preformatted: text.change { $0.beginPreformatted() }
        case .rule: text.rule()
        case .lineBreak: text.breakLine()
        case .link: links += 1
        case .image: guard showImage() else { return false }
        }
        if tokenizer.isSelfClosing || element.roles.contains(.void) {
            finish(number)
        } else {
            guard open.count < Self.maximumDepth else { return false }
            open.append(number)
        }
        return true
    }

    private mutating func end(_ name: Range<Int>) -> Bool {
        guard let number = number(of: name), elements[number].effect != .other else { return false }
        if open.last == number {
            open.removeLast()
            finish(number)
            return true
        }
        if open.contains(number) { return false }
        // Without a start tag, these mean an empty paragraph and a line break.
        if elements[number].roles.contains(.paragraph) {
            text.flush()
        } else if elements[number].effect == .lineBreak {
            text.breakLine()
        } else {
            return true
        }
        return tokenizer.attributes.all.isEmpty
    }

    private mutating func finish(_ number: Int) {
        switch elements[number].effect {
        case .none, .rule, .lineBreak, .image, .other: break
        case .block: text.flush()
        case .preformatted: text.change { $0.endPreformatted() }
        case .link: links -= 1
        }
    }

    /// Shows an image. Inside a link, one without alternative text depends on the link's text.
    private mutating func showImage() -> Bool {
        guard let picture = media.image(tokenizer.attributes) else { return true }
        if !picture.text.isEmpty {
            text.write(described: picture)
        } else {
            guard links == 0 else { return false }
            text.keep(undescribed: picture)
        }
        return true
    }

    /// Closes the element that a start tag with these roles ends, if it is the innermost one.
    private mutating func closeEnded(by roles: HTMLRoles) -> Bool {
        guard !roles.contains(.block) || close(.paragraph, within: [.block, .object]) else { return false }
        guard !roles.contains(.item) || close(.item, within: .listBoundary) else { return false }
        guard !roles.contains(.term) || close(.term, within: .listBoundary) else { return false }
        guard !roles.contains(.heading) || close(.heading, within: [.block, .object]) else { return false }
        return !roles.contains(.link) || close(.link, within: [.block, .object])
    }

    private mutating func close(_ ended: HTMLRoles, within boundaries: HTMLRoles) -> Bool {
        var outermost: Int?
        for index in open.indices.reversed() {
            let roles = elements[open[index]].roles
            if !roles.isDisjoint(with: ended) { outermost = index }
            if !roles.isDisjoint(with: boundaries) { break }
        }
        guard let outermost else { return true }
        guard outermost == open.count - 1 else { return false }
        finish(open.removeLast())
        return true
    }
}
