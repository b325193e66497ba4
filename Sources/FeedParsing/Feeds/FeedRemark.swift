/// Content that is left out because it could use unbounded memory or read other documents.
public enum BlockedContent: Hashable, Sendable {
    /// Entities that refer to other entities, or are too many or too long. The first one is on this line.
    case excessiveEntities(line: Int)
    /// An entity that refers to another document. The first one is on this line.
    case externalEntity(line: Int)
    /// The number of texts that are longer or more deeply nested than the renderer shows.
    case oversizedTexts(Int)

    /// The refused content, as the end of a sentence about the document.
    public var words: String {
        switch self {
        case .excessiveEntities(let line):
            "declares entities in line \(line) that are made of others, or too long, and could expand without end; they were left "
                + "as they stand."
        case .externalEntity(let line):
            "declares an entity in line \(line) that stands for another document; that was not fetched."
        case .oversizedTexts(let count):
            "holds \(count == 1 ? "a text that is" : "\(count) texts that are") nested deeper than "
                + "\(HTMLRenderer.maximumOpenElements) elements, or longer than \(HTMLRenderer.maximumTextLength >> 20) MiB; "
                + "\(count == 1 ? "it is" : "they are") shown as far as that."
        }
    }
}

extension FeedDocument {
    /// Returns a message about problems of the document, or `nil` if there are none. `subject` begins the sentence
    /// and names the document's origin.
    public func remark(on subject: String) -> String? {
        let omission =
            omittedItems == 0
            ? nil
            : "\(subject) holds \(items.count + omittedItems) items: the first \(items.count) were read, \(omittedItems) were "
                + "left out. The setting network.feed-items says how many are read."
        let cut = hasTruncatedItem ? "Its last item is cut off: what of it was complete was kept." : nil
        let checksumNote =
            hasChecksumError
            ? "\(subject) has a wrong checksum behind its compressed data: something in it may be wrong. It was read all the same."
            : nil
        let encoding = assumedEncoding.map { "\(subject) \($0.words)" }
        let remarks =
            [fault?.remark(on: subject), cut, encoding, checksumNote] + refusals.map { "\(subject) \($0.words)" } + [
                omission
            ]
        return remarks.contains { $0 != nil } ? remarks.compactMap(\.self).joined(separator: " ") : nil
    }

    /// Finds texts that the renderer will truncate, by rendering those with enough tags or text.
    mutating func blockOversizedTexts() {
        let count = items.count { item in
            guard case .html(let markup)? = item.content ?? item.summary else { return false }
            return HTMLRenderer.mayBeTruncated(markup) && HTMLRenderer.isTruncated(markup)
        }
        if count > 0 { refusals.append(.oversizedTexts(count)) }
    }
}

extension MarkupFault {
    /// Returns a message about the encoding that was assumed; `subject` begins the sentence and names the document's
    /// origin.
    package func remark(on subject: String) -> String {
        "\(subject) is broken at line \(line), column \(column) (\(message)); what could be read was kept."
    }
}
