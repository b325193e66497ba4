/// The role of an element in its parent, which determines the tags that end it if its own end tag is missing.
enum ElementKind: UInt8 {
    /// Unknown; may hold anything.
    case unknown
    /// Holds elements of the format.
    case container
    /// Holds a line of text. Ended by any element of the format.
    case text
    /// Holds text with markup. Ended only by elements that are not HTML.
    case markup
    /// Holds elements of an extension module. Ended only by the format's own elements.
    case module
    /// Occurs inside one of the three above.
    case inner
    /// A void element of HTML, inside a text.
    case void
}

/// The properties of an element that follow from its name.
struct ElementTraits {
    var kind: ElementKind
    /// True if the element cannot be inside a line of text.
    var endsText = false
    /// The condition under which the element cannot be inside a text with markup.
    var endsMarkup = EndsMarkup.never
    /// True if the element cannot be nested in itself.
    var isItem = false

    enum EndsMarkup {
        case never
        /// HTML has an element of this name, but only inside others.
        case directly
        /// HTML has an element of this name, but with attributes.
        case bare
        case always
    }

    static let unknown = Self(kind: .unknown)
    static let container = Self(kind: .container)
}

/// The elements of a format by their written names. Namespaces are unknown while the tags are unbalanced.
struct ElementVocabulary: Sendable {
    /// A hash of the name's length and three of its bytes finds the entry.
    private struct Entry {
        var name: StaticString
        var traits: ElementTraits
    }

    private static let slotCount = 512
    private var entries = [Entry?](repeating: nil, count: slotCount)
    private let others: ElementTraits

    /// The vocabulary for OPML and other formats without texts: all elements are containers.
    static let outlines = Self(others: .container)

    /// The vocabulary for all versions of RSS and Atom.
    static let feeds = {
        var feeds = Self(others: .unknown)
        feeds.add(.container, "rss", "rdf", "channel", "feed", "skiphours", "skipdays")
        feeds.add(ElementTraits(kind: .container, endsText: true), "image", "textinput", "source")
        feeds.add(ElementTraits(kind: .container, endsText: true, endsMarkup: .always), "author", "contributor")
        feeds.add(ElementTraits(kind: .container, endsText: true, endsMarkup: .always, isItem: true), "item", "entry")
        feeds.add(ElementTraits(kind: .markup), "html", "body", "div")
        feeds.add(
            ElementTraits(kind: .markup, endsText: true, endsMarkup: .directly), "description", "summary", "content",
            "tagline", "subtitle", "info")
        feeds.add(ElementTraits(kind: .text, endsText: true, endsMarkup: .directly), "title")
        feeds.add(ElementTraits(kind: .text, endsText: true, endsMarkup: .bare), "link")
        feeds.add(
            ElementTraits(kind: .text, endsText: true, endsMarkup: .always), "guid", "id", "pubdate", "published",
            "updated", "modified", "issued", "created", "lastbuilddate", "comments", "category", "enclosure",
            "managingeditor", "webmaster")
        feeds.add(
            ElementTraits(kind: .text, endsText: true), "date", "language", "ttl", "generator", "copyright", "rights",
            "docs", "rating", "name", "email", "uri", "url", "width", "height", "hour", "day", "cloud", "icon", "logo")
        feeds.add(
            ElementTraits(kind: .void), "br", "img", "hr", "input", "wbr", "area", "col", "embed", "meta", "track")
        return feeds
    }()

    private init(others: ElementTraits) {
        self.others = others
    }

    private mutating func add(_ traits: ElementTraits, _ names: StaticString...) {
        for name in names {
            let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            var slot = Self.slot(bytes)
            while entries[slot] != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            entries[slot] = Entry(name: name, traits: traits)
        }
    }

    /// Returns the traits of the element whose name has these bytes, with a colon at `colon`.
    func traits(_ name: UnsafeBufferPointer<UInt8>, colon: Int?) -> ElementTraits {
        guard let colon else { return find(name) }
        let prefix = UnsafeBufferPointer(rebasing: name[..<colon])
        let local = UnsafeBufferPointer(rebasing: name[(colon + 1)...])
        switch Module(prefix: prefix) {
        case .format: return find(local)
        case .texts: return ElementTraits(kind: .text, endsText: true, endsMarkup: .always)
        case .content:
            guard local.isEqual(to: "encoded") else { return others }
            return ElementTraits(kind: .markup, endsText: true, endsMarkup: .always)
        case .elements: return ElementTraits(kind: .module, endsText: true, endsMarkup: .always)
        case nil: return others
        }
    }

    /// The extension modules that occur, by their usual prefixes.
    private enum Module {
        case format, texts, content, elements

        private static let prefixes: [(name: StaticString, module: Self)] = [
            ("dc", .texts), ("content", .content), ("media", .elements), ("itunes", .elements), ("atom", .format),
            ("slash", .texts), ("wfw", .texts), ("dcterms", .texts), ("feedburner", .texts), ("atom10", .format),
            ("a10", .format), ("rss", .format), ("sy", .texts), ("googleplay", .elements),
        ]

        init?(prefix: UnsafeBufferPointer<UInt8>) {
            guard let known = Self.prefixes.first(where: { prefix.isEqual(to: $0.name) }) else { return nil }
            self = known.module
        }
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>) -> ElementTraits {
        guard !name.isEmpty else { return others }
        var slot = Self.slot(name)
        while let entry = entries[slot] {
            if name.isEqual(to: entry.name) { return entry.traits }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return others
    }

    private static func slot(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let first = Int(name[0] | 0x20)
        let middle = Int(name[name.count / 2] | 0x20)
        let last = Int(name[name.count - 1] | 0x20)
        return (name.count &* 31 &+ first &* 7 &+ middle &* 13 &+ last &* 3) & (slotCount - 1)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if the bytes equal a lower-case name, ignoring case.
    fileprivate func isEqual(to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] | 0x20 != name.utf8Start[index] { return false }
        return true
    }
}
