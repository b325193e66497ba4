import CLibXML2
import WebText

/// Keeps the tags of a document in order, so that each element ends where it was meant to: libxml2 lets every end tag end
/// what was begun last, and one tag too few or too many takes the ends of all around it.
///
/// An end tag ends the element of its name with all that is open in it, and nothing where none is open. Where an end tag is
/// missing, the next tag that cannot stand there stands for it: an item within an item, an element that the format knows
/// within a text. A well-formed document passes through as it is.
struct TagBalance: ~Copyable {
    /// An element that is open.
    private struct Open {
        /// Where its name begins among the names.
        var start: Int
        var kind: ElementKind
    }

    /// How many comparisons with open elements a document may ask for by end tags without an element.
    private static let mostComparisons = 10_000_000

    private let vocabulary: ElementVocabulary
    private var open: [Open] = []
    /// The names of the open elements, one behind the other.
    private var names = ByteArena(capacity: 1024)
    /// Which of the open elements is the text that all further ones stand in.
    private var text: Int?
    /// Which of the open elements is the item.
    private var item: Int?
    private var comparisons = 0
    /// What is out of order in the document first, in words.
    private(set) var fault: String?

    init(_ vocabulary: ElementVocabulary) {
        self.vocabulary = vocabulary
        open.reserveCapacity(64)
    }

    /// An element begins, whose name has a colon at `colon`; `isBare` where it has no attributes. Writes the end tags that are
    /// missing before it.
    mutating func begin(
        _ name: UnsafeBufferPointer<UInt8>, colon: Int?, isBare: Bool, into markup: inout ByteArena
    ) {
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

    /// The element that was begun last was empty: its tag ended it.
    mutating func endEmpty() {
        pop()
    }

    /// An element ends, as nearly always the one that was begun last. Answers whether it is that one, and its end tag can stay as
    /// it is.
    mutating func end(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = open.last else { return false }
        let own = names.bytes(from: last.start)
        guard own.count == name.count, let one = own.baseAddress, let other = name.baseAddress,
            memcmp(one, other, own.count) == 0
        else { return false }
        pop()
        return true
    }

    /// An element ends: writes the end tags that this takes.
    mutating func end(_ name: UnsafeBufferPointer<UInt8>, into markup: inout ByteArena) {
        guard let last = open.indices.last, !end(name) else { return write(name, into: &markup) }
        if let meant = element(named: name) {
            if meant < last { close(downTo: meant + 1, into: &markup) }
            note("has another end tag", self.name(meant))
            write(self.name(meant), into: &markup)
            return pop()
        }
        note("ends nothing that is open", name, isEnd: true)
        if open[last].kind == .unknown { close(downTo: last, into: &markup) }
    }

    /// Whether the element that was begun last is one without content, in HTML.
    var isEmptyByName: Bool { open.last?.kind == .void }

    /// Takes note of something out of order in the tag of the element that was begun last.
    mutating func note(_ words: String) {
        guard let last = open.indices.last else { return }
        note(words, name(last))
    }

    /// Whether a tag cannot stand in the text that is open.
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

    /// Whether nothing is open in the text but what has no end tag.
    private var isDirectlyInText: Bool {
        guard let text else { return false }
        return open[(text + 1)...].allSatisfy { $0.kind == .void }
    }

    /// Which open element an end tag means: the innermost of its name, or of a name that differs in its case or its prefix alone.
    private mutating func element(named name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard comparisons < Self.mostComparisons else { return nil }
        comparisons += open.count
        if let index = open.indices.last(where: { self.name($0).elementsEqual(name) }) { return index }
        let local = Self.local(name)
        return open.indices.last { index in
            Self.local(self.name(index)).elementsEqual(local) { $0.lowercasedASCII == $1.lowercasedASCII }
        }
    }

    private static func local(_ name: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let colon = name.lastIndex(of: 0x3a) else { return name[...] }
        return name[(colon + 1)...]
    }

    private mutating func close(downTo index: Int, into markup: inout ByteArena) {
        note("has no end tag", name(open.count - 1))
        while open.count > index {
            write(name(open.count - 1), into: &markup)
            pop()
        }
    }

    private mutating func pop() {
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
        markup.append(0x3e)
    }

    private mutating func note(_ words: String, _ name: UnsafeBufferPointer<UInt8>, isEnd: Bool = false) {
        guard fault == nil else { return }
        fault = "<\(isEnd ? "/" : "")\(TextSanitizer.line(name))> \(words)"
    }
}
