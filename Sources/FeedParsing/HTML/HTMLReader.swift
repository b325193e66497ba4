import WebText

/// Receives the elements and texts of an HTML document. A value, so that nothing is checked or counted for each call.
protocol HTMLSink {
    /// True if the rest of the document is not needed.
    var isFull: Bool { get }
    /// Handles a start tag.
    mutating func start(_ element: HTMLElement, _ attributes: HTMLAttributes)
    /// Handles an end tag.
    mutating func end(_ element: HTMLElement)
    /// Handles text.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Parses HTML into balanced elements, as tolerantly as browsers do. Streams events; builds no tree.
enum HTMLReader {
    /// The maximum length in bytes; longer documents are truncated.
    static let maximumLength = 4 << 20

    /// Parses `markup` and passes it to `sink` until that is full.
    static func read(_ markup: UnsafeBufferPointer<UInt8>, into sink: inout some HTMLSink) {
        var tokenizer = HTMLTokenizer(UnsafeBufferPointer(rebasing: markup.prefix(maximumLength)))
        var elements = OpenElements()
        while !sink.isFull, let token = tokenizer.next() {
            switch token {
            case .text(let range):
                CharacterReference.resolve(
                    in: UnsafeBufferPointer(rebasing: tokenizer.bytes[range]), endingAt: .anyLetter
                ) { sink.text($0) }
            case .start(let range):
                let element = HTMLElement(range, in: tokenizer)
                elements.closeEnded(by: element, &sink)
                guard !element.roles.contains(.document) else { continue }
                sink.start(element, tokenizer.attributes)
                if tokenizer.isSelfClosing || element.roles.contains(.void) {
                    sink.end(element)
                } else {
                    elements.open(element)
                }
            case .end(let range):
                let element = HTMLElement(range, in: tokenizer)
                if elements.close(element, &sink) { continue }
                // Without a start tag, these mean an empty paragraph and a line break.
                guard element.roles.contains(.paragraph) || element.name == "br" else { continue }
                sink.start(element, tokenizer.attributes)
                sink.end(element)
            }
        }
        if !sink.isFull { elements.closeAll(&sink) }
    }
}

/// The open elements of a document. Inserts the end tags that browsers insert, as far as they change the text.
private struct OpenElements {
    /// The maximum number of elements that are compared with the end tags of a document, more than in any page. Behind it, end
    /// tags are dropped: each that ends nothing costs a search through all open elements.
    private static let maximumComparisons = 20_000_000

    /// The elements, the innermost last.
    private var elements: [HTMLElement] = []
    private var comparisons = 0

    mutating func open(_ element: HTMLElement) {
        elements.append(element)
    }

    /// Closes the elements that the start tag of `element` ends (HTML Standard §13.1.2.4).
    mutating func closeEnded(by element: HTMLElement, _ sink: inout some HTMLSink) {
        let roles = element.roles
        if !roles.contains(.inHead), let last = elements.last, last.roles.contains(.head) {
            close(from: elements.count - 1, &sink)
        }
        guard !roles.isEmpty else { return }
        if roles.contains(.block) { close(.paragraph, within: [.block, .object], &sink) }
        if roles.contains(.item) { close(.item, within: .listBoundary, &sink) }
        if roles.contains(.term) { close(.term, within: .listBoundary, &sink) }
        if roles.contains(.cell) { close(.cell, within: [.row, .table], &sink) }
        if roles.contains(.row) { close([.row, .caption], within: .table, &sink) }
        if roles.contains(.rowGroup) { close([.row, .caption, .rowGroup], within: .table, &sink) }
        if roles.contains(.heading) { close(.heading, within: [.block, .object], &sink) }
        if roles.contains(.link) { close(.link, within: [.block, .object], &sink) }
    }

    /// Closes the innermost element with the name of `element`, and everything inside it. Returns false if there is none
    /// that this end tag can close: that of an inline element does not close a table around it.
    mutating func close(_ element: HTMLElement, _ sink: inout some HTMLSink) -> Bool {
        guard comparisons < Self.maximumComparisons else { return false }
        let rank = element.roles.rank
        let nearest = elements.lastIndex { $0.name == element.name || $0.roles.rank > rank }
        comparisons += elements.count - (nearest ?? 0)
        guard let index = nearest, elements[index].name == element.name else { return false }
        close(from: index, &sink)
        return true
    }

    mutating func closeAll(_ sink: inout some HTMLSink) {
        close(from: 0, &sink)
    }

    /// The number of innermost elements that are searched for one that a start tag ends.
    private static let reach = 64

    /// Closes the outermost of the elements with one of these roles, as far as the next boundary.
    private mutating func close(_ ended: HTMLRoles, within boundaries: HTMLRoles, _ sink: inout some HTMLSink) {
        var outermost: Int?
        for index in elements.indices.suffix(Self.reach).reversed() {
            let roles = elements[index].roles
            if !roles.isDisjoint(with: ended) { outermost = index }
            if !roles.isDisjoint(with: boundaries) { break }
        }
        if let outermost { close(from: outermost, &sink) }
    }

    private mutating func close(from index: Int, _ sink: inout some HTMLSink) {
        while elements.count > index { sink.end(elements.removeLast()) }
    }
}
