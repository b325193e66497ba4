import CLibXML2
import EngineConcepts
import WebText

/// Balances the tags of a document. In libxml2 every end tag ends the innermost element, so one missing or surplus
/// tag would misplace the ends of all elements around it.
///
/// An end tag ends the innermost open element of its name with everything inside, or is dropped if none is open. A
/// missing end tag is inserted before a tag that cannot occur there: an item in an item, or an element of the format
/// in a text. A well-formed document is unchanged.
struct TagBalance: ~Copyable {
    private struct Open {
        /// The start of its name in `names`.
        var start: Int
        var kind: ElementKind
    }

    /// The maximum number of comparisons for end tags without a start tag in one document.
    private static let maximumComparisons = 10_000_000

    private let vocabulary: ElementVocabulary
    private var open: [Open] = []
    /// The names of the open elements, concatenated.
    private var names = ByteArena(capacity: 1024)
    /// The index of the open element that is the text around all further ones.
    private var text: Int?
    /// The index of the open item.
    private var item: Int?
    private var comparisons = 0
    /// The first imbalance of the document, as a message.
    private(set) var error: Message?

    init(_ vocabulary: ElementVocabulary) {
        self.vocabulary = vocabulary
        open.reserveCapacity(64)
    }

    /// Begins an element whose name has a colon at `colon`; `isBare` if it has no attributes. Writes missing end tags
    /// before it.
    mutating func begin(_ name: UnsafeBufferPointer<UInt8>, colon: Int?, isBare: Bool, into markup: inout ByteArena) {
        var traits = vocabulary.traits(name, colon: colon)
        if traits.isItem, let item, self.name(item).elementsEqual(name) {
            close(downTo: item, into: &markup)
        } else if let text, ends(open[text].kind, by: traits, hasPrefix: colon != nil, isBare: isBare) {
            close(downTo: text, into: &markup)
        }
        if text != nil {
            if let last = open.last, last.kind == .void { close(downTo: open.count - 1, into: &markup) }
            traits.kind = traits.kind == .void ? .void : .inner
        }
        switch traits.kind {
        case .text, .markup, .module: text = open.count
        case .container where traits.isItem: item = open.count
        default: break
        }
        open.append(Open(start: names.count, kind: traits.kind))
        names.append(name)
    }

    /// Ends an element. Returns true in the usual case that it is the innermost one, so that its end tag can stay.
    mutating func end(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = open.last else { return false }
        let own = names.bytes(from: last.start)
        guard own.count == name.count, let one = own.baseAddress, let other = name.baseAddress,
            memcmp(one, other, own.count) == 0
        else { return false }
        pop()
        return true
    }

    /// Ends an element and writes the necessary end tags.
    mutating func end(_ name: UnsafeBufferPointer<UInt8>, into markup: inout ByteArena) {
        guard let last = open.indices.last, !end(name) else { return write(name, into: &markup) }
        if let meant = element(named: name) {
            if meant < last { close(downTo: meant + 1, into: &markup) }
            record(.otherEndTag, self.name(meant))
            write(self.name(meant), into: &markup)
            return pop()
        }
        record(.strayEndTag, name)
        if open[last].kind == .unknown { close(downTo: last, into: &markup) }
    }

    /// True if the innermost element is void in HTML.
    var isEmptyByName: Bool { open.last?.kind == .void }

    /// Records an error in the tag of the innermost element.
    mutating func record(_ error: TagError) {
        guard let last = open.indices.last else { return }
        record(error, name(last))
    }

    /// Returns true if a tag cannot occur in the open text.
    private func ends(_ text: ElementKind, by traits: ElementTraits, hasPrefix: Bool, isBare: Bool) -> Bool {
        if text == .text { return traits.endsText }
        if text == .module, hasPrefix { return false }
        return switch traits.endsMarkup {
        case .never: false
        case .directly: isDirectlyInText && text == .markup
        case .bare: isBare
        case .always: true
        }
    }

    /// True if the text has no open element except void ones.
    private var isDirectlyInText: Bool {
        guard let text else { return false }
        return open[(text + 1)...].allSatisfy { $0.kind == .void }
    }

    /// Returns the open element that an end tag ends: the innermost with this name, or with a name that differs only
    /// in case or prefix.
    private mutating func element(named name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard comparisons < Self.maximumComparisons else { return nil }
        comparisons += open.count
        if let index = open.indices.last(where: { self.name($0).elementsEqual(name) }) { return index }
        let local = Self.local(name)
        return open.indices.last { index in
            Self.local(self.name(index)).elementsEqual(local) { $0.lowercasedASCII == $1.lowercasedASCII }
        }
    }

    private static func local(_ name: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let colon = name.lastIndex(of: .colon) else { return name[...] }
        return name[(colon + 1)...]
    }

    private mutating func close(downTo index: Int, into markup: inout ByteArena) {
        record(.noEndTag, name(open.count - 1))
        while open.count > index {
            write(name(open.count - 1), into: &markup)
            pop()
        }
    }

    /// Ends the innermost element.
    mutating func pop() {
        guard let last = open.popLast() else { return }
        names.truncate(to: last.start)
        if text == open.count { text = nil }
        if item == open.count { item = nil }
    }

    private func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let bytes = names.bytes(from: open[index].start)
        let end = index + 1 < open.count ? open[index + 1].start - open[index].start : bytes.count
        return UnsafeBufferPointer(rebasing: bytes[..<end])
    }

    private func write(_ name: UnsafeBufferPointer<UInt8>, into markup: inout ByteArena) {
        markup.append("</")
        markup.append(name)
        markup.append(.greaterThan)
    }

    private mutating func record(_ error: TagError, _ name: UnsafeBufferPointer<UInt8>) {
        guard self.error == nil else { return }
        self.error = error.message(TextSanitizer.line(name))
    }
}

/// The ways in which a tag can violate XML.
enum TagError {
    case joinedAttributes, attributeWithoutValue, unquotedValue, otherEndTag, strayEndTag, noEndTag

    /// Returns the error of the tag with this name.
    fileprivate func message(_ name: String) -> Message {
        let values: [String: Message.Argument] = ["tag": .text(name)]
        return switch self {
        case .joinedAttributes: Message("tagAttributesJoined", values)
        case .attributeWithoutValue: Message("tagAttributeEmpty", values)
        case .unquotedValue: Message("tagValueUnquoted", values)
        case .otherEndTag: Message("tagHasOtherEnd", values)
        case .strayEndTag: Message("tagEndsNothing", values)
        case .noEndTag: Message("tagHasNoEnd", values)
        }
    }
}
