import WebText

/// Receives the elements and texts of an HTML document.
protocol HTMLSink: AnyObject {
    /// True if the rest of the document is not needed.
    var isFull: Bool { get }
    /// Handles a start tag.
    func start(_ name: String, _ attributes: HTMLAttributes)
    /// Handles an end tag.
    func end(_ name: String)
    /// Handles text.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Parses HTML into balanced elements, as tolerantly as browsers do. Streams events; builds no tree.
enum HTMLReader {
    /// The maximum length in bytes; longer documents are truncated.
    static let maximumLength = 4 << 20

    /// Parses `markup` and passes it to `sink` until that is full.
    static func read(_ markup: UnsafeBufferPointer<UInt8>, into sink: any HTMLSink) {
        var tokenizer = HTMLTokenizer(UnsafeBufferPointer(rebasing: markup.prefix(maximumLength)))
        var elements = OpenElements()
        while !sink.isFull, let token = tokenizer.next() {
            switch token {
            case .text(let range):
                CharacterReference.resolve(
                    in: UnsafeBufferPointer(rebasing: tokenizer.bytes[range]), endingAt: .anyLetter, sink.text)
            case .start(let range):
                let element = OpenElements.Element(tokenizer.name(range))
                elements.closeEnded(by: element, sink.end)
                guard !element.roles.contains(.document) else { continue }
                sink.start(element.name, tokenizer.attributes)
                if tokenizer.isSelfClosing || element.roles.contains(.void) {
                    sink.end(element.name)
                } else {
                    elements.open(element)
                }
            case .end(let range):
                let element = OpenElements.Element(tokenizer.name(range))
                if elements.close(element, sink.end) { continue }
                // Without a start tag, these mean an empty paragraph and a line break.
                guard element.roles.contains(.paragraph) || element.name == "br" else { continue }
                sink.start(element.name, tokenizer.attributes)
                sink.end(element.name)
            }
        }
        if !sink.isFull { elements.closeAll(sink.end) }
    }
}

/// The open elements of a document. Inserts the end tags that browsers insert, as far as they change the text.
private struct OpenElements {
    /// An element.
    struct Element {
        let name: String
        let roles: Roles

        init(_ name: String) {
            self.name = name
            roles = Roles.byName[name] ?? []
        }
    }

    /// The elements, the innermost last.
    private var elements: [Element] = []

    mutating func open(_ element: Element) {
        elements.append(element)
    }

    /// Closes the elements that the start tag of `element` ends (HTML Standard §13.1.2.4).
    mutating func closeEnded(by element: Element, _ end: (String) -> Void) {
        let roles = element.roles
        if !roles.contains(.inHead), let last = elements.last, last.roles.contains(.head) {
            close(from: elements.count - 1, end)
        }
        guard !roles.isEmpty else { return }
        if roles.contains(.block) { close(.paragraph, within: [.block, .object], end) }
        if roles.contains(.item) { close(.item, within: .listBoundary, end) }
        if roles.contains(.term) { close(.term, within: .listBoundary, end) }
        if roles.contains(.cell) { close(.cell, within: [.row, .table], end) }
        if roles.contains(.row) { close([.row, .caption], within: .table, end) }
        if roles.contains(.rowGroup) { close([.row, .caption, .rowGroup], within: .table, end) }
        if roles.contains(.heading) { close(.heading, within: [.block, .object], end) }
        if roles.contains(.link) { close(.link, within: [.block, .object], end) }
    }

    /// Closes the innermost element with the name of `element`, and everything inside it. Returns false if there is none
    /// that this end tag can close: that of an inline element does not close a table around it.
    mutating func close(_ element: Element, _ end: (String) -> Void) -> Bool {
        let rank = element.roles.rank
        guard let index = elements.lastIndex(where: { $0.name == element.name || $0.roles.rank > rank }),
            elements[index].name == element.name
        else { return false }
        close(from: index, end)
        return true
    }

    /// Closes all elements.
    mutating func closeAll(_ end: (String) -> Void) {
        close(from: 0, end)
    }

    /// The number of innermost elements that are searched for one that a start tag ends.
    private static let reach = 64

    /// Closes the outermost of the elements with one of these roles, as far as the next boundary.
    private mutating func close(_ ended: Roles, within boundaries: Roles, _ end: (String) -> Void) {
        var outermost: Int?
        for index in elements.indices.suffix(Self.reach).reversed() {
            let roles = elements[index].roles
            if !roles.isDisjoint(with: ended) { outermost = index }
            if !roles.isDisjoint(with: boundaries) { break }
        }
        if let outermost { close(from: outermost, end) }
    }

    private mutating func close(from index: Int, _ end: (String) -> Void) {
        while elements.count > index { end(elements.removeLast().name) }
    }
}

/// The effect of an element on the elements around it.
private struct Roles: OptionSet {
    let rawValue: UInt32

    // An end tag does not close an element with a role that is later in this list.
    static let division = Roles(rawValue: 1 << 0)
    static let cell = Roles(rawValue: 1 << 1)
    static let row = Roles(rawValue: 1 << 2)
    static let rowGroup = Roles(rawValue: 1 << 3)
    static let table = Roles(rawValue: 1 << 4)

    /// Ends an open paragraph.
    static let block = Roles(rawValue: 1 << 5)
    static let paragraph = Roles(rawValue: 1 << 6)
    static let item = Roles(rawValue: 1 << 7)
    static let term = Roles(rawValue: 1 << 8)
    static let caption = Roles(rawValue: 1 << 9)
    static let heading = Roles(rawValue: 1 << 10)
    static let link = Roles(rawValue: 1 << 11)
    static let object = Roles(rawValue: 1 << 12)
    /// A list item inside does not end an item outside.
    static let listBoundary = Roles(rawValue: 1 << 13)
    /// Has no content and no end tag.
    static let void = Roles(rawValue: 1 << 14)
    /// Is around the whole document. Parts of pages contain its tags anywhere, so they have no effect.
    static let document = Roles(rawValue: 1 << 15)
    static let head = Roles(rawValue: 1 << 16)
    /// Does not end the document's head.
    static let inHead = Roles(rawValue: 1 << 17)

    /// The role that decides which end tags close the element.
    var rank: UInt32 { rawValue & 0x1f }

    /// The roles of all elements that have one.
    static let byName: [String: Roles] = {
        var roles: [String: Roles] = [:]
        for (role, names) in [
            (Roles.division, "div"), (.cell, "td th"), (.row, "tr"), (.rowGroup, "thead tbody tfoot"),
            (.table, "table"), (.paragraph, "p"), (.item, "li"), (.term, "dt dd"), (.caption, "caption colgroup"),
            (.heading, "h1 h2 h3 h4 h5 h6"), (.link, "a"), (.object, "object template"),
            (
                [.block, .listBoundary],
                """
                article aside blockquote caption center dd details dialog dir dl dt fieldset figcaption figure footer \
                form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol pre section summary table tbody td \
                tfoot th thead tr ul xmp
                """
            ),
            (.block, "address div p"), (.document, "html body"), (.head, "head"),
            (.void, "area base basefont br col embed frame hr img input link meta param source track wbr"),
            (.inHead, "base head html link meta noscript script style template title"),
        ] {
            for name in names.split(separator: " ") { roles[String(name), default: []].insert(role) }
        }
        return roles
    }()
}
