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
    private let elements: NameTable<ElementTraits>
    private let others: ElementTraits

    /// The vocabulary for OPML and other formats without texts: all elements are containers.
    static let outlines = Self([], others: .container)

    /// The vocabulary for all versions of RSS and Atom.
    static let feeds = Self(
        [
            (.container, "rss rdf channel feed skiphours skipdays"),
            (ElementTraits(kind: .container, endsText: true), "image textinput source"),
            (ElementTraits(kind: .container, endsText: true, endsMarkup: .always), "author contributor"),
            (ElementTraits(kind: .container, endsText: true, endsMarkup: .always, isItem: true), "item entry"),
            (ElementTraits(kind: .markup), "html body div"),
            (
                ElementTraits(kind: .markup, endsText: true, endsMarkup: .directly),
                "description summary content tagline subtitle info"
            ),
            (ElementTraits(kind: .text, endsText: true, endsMarkup: .directly), "title"),
            (ElementTraits(kind: .text, endsText: true, endsMarkup: .bare), "link"),
            (
                ElementTraits(kind: .text, endsText: true, endsMarkup: .always),
                """
                guid id pubdate published updated modified issued created lastbuilddate comments category enclosure \
                managingeditor webmaster
                """
            ),
            (
                ElementTraits(kind: .text, endsText: true),
                """
                date language ttl generator copyright rights docs rating name email uri url width height hour day cloud \
                icon logo
                """
            ),
            (ElementTraits(kind: .void), "br img hr input wbr area col embed meta track"),
        ], others: .unknown)

    private init(_ elements: [(traits: ElementTraits, names: String)], others: ElementTraits) {
        self.elements = NameTable(
            elements.flatMap { entry in
                entry.names.split(separator: " ").map { (name: String($0), value: entry.traits) }
            })
        self.others = others
    }

    /// Returns the traits of the element whose name has these bytes, with a colon at `colon`.
    func traits(_ name: UnsafeBufferPointer<UInt8>, colon: Int?) -> ElementTraits {
        guard let colon else { return elements[name] ?? others }
        let prefix = UnsafeBufferPointer(rebasing: name[..<colon])
        let local = UnsafeBufferPointer(rebasing: name[(colon + 1)...])
        switch Module(prefix: prefix) {
        case .format: return elements[local] ?? others
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
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if the bytes equal a lower-case name, ignoring case.
    fileprivate func isEqual(to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] | 0x20 != name.utf8Start[index] { return false }
        return true
    }
}
