import FeedParsing

/// A list of which unreadable elements are left out and counted.
struct LenientList<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    let count: ElementCount

    init(_ elements: [Element], unreadable: Int = 0) {
        self.elements = elements
        count = ElementCount(readable: elements.count, unreadable: unreadable)
    }

    init(from decoder: any Decoder) throws {
        let sent = try [LenientElement<Element>](from: decoder)
        let elements = sent.compactMap(\.value)
        self.init(elements, unreadable: sent.count - elements.count)
    }
}
