/// What a document holds that is left out on purpose, since reading it could take more than anybody has, or lead elsewhere.
public enum FeedRefusal: Hashable, Sendable {
    /// It declares entities that are made of others, or too many or too long, which may expand without end. First in this line.
    case endlessEntities(line: Int)
    /// It declares an entity that stands for another document. First in this line.
    case externalEntity(line: Int)
    /// So many of its texts are nested deeper, or are longer, than is shown.
    case endlessTexts(Int)

    /// What is refused, as the end of a sentence about the document.
    public var words: String {
        switch self {
        case .endlessEntities(let line):
            "declares entities in line \(line) that are made of others, or too long, and could expand without end; they were left "
                + "as they stand."
        case .externalEntity(let line):
            "declares an entity in line \(line) that stands for another document; that was not fetched."
        case .endlessTexts(let count):
            "holds \(count == 1 ? "a text that is" : "\(count) texts that are") nested deeper than "
                + "\(HTMLRenderer.deepestElements) elements, or longer than \(HTMLRenderer.longestText >> 20) MiB; "
                + "\(count == 1 ? "it is" : "they are") shown as far as that."
        }
    }
}

extension FeedDocument {
    /// What to tell a reader of the document that was read in spite of it; nil where all is well. `subject` is what the
    /// document came from, as the beginning of a sentence.
    public func remark(on subject: String) -> String? {
        let omission =
            omittedItems == 0
            ? nil
            : "\(subject) holds \(items.count + omittedItems) items: the first \(items.count) were read, \(omittedItems) were "
                + "left out. The setting network.feed-items says how many are read."
        let cut = hasCutOffItem ? "Its last item is cut off: what of it was complete was kept." : nil
        let doubt =
            isDoubtful
            ? "\(subject) has a wrong checksum behind its compressed data: something in it may be wrong. It was read all the same."
            : nil
        let encoding = assumedEncoding.map { "\(subject) \($0.words)" }
        let remarks =
            [fault?.remark(on: subject), cut, encoding, doubt] + refusals.map { "\(subject) \($0.words)" } + [omission]
        return remarks.contains { $0 != nil } ? remarks.compactMap(\.self).joined(separator: " ") : nil
    }

    /// Looks for texts that will not be shown to their ends. Rendering tells; that is only tried where there are tags enough,
    /// or text.
    mutating func refuseEndlessTexts() {
        let count = items.count { item in
            guard case .html(let markup)? = item.content ?? item.summary else { return false }
            return HTMLRenderer.mayBeEndless(markup) && HTMLRenderer.isEndless(markup)
        }
        if count > 0 { refusals.append(.endlessTexts(count)) }
    }
}

extension MarkupFault {
    /// What to tell a reader of a document that was read in spite of this; `subject` is what it came from, as the
    /// beginning of a sentence.
    package func remark(on subject: String) -> String {
        "\(subject) is broken at line \(line), column \(column) (\(message)); what could be read was kept."
    }
}
