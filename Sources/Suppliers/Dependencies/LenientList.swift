import FeedParsing

/// A list of which unreadable elements are left out.
struct LenientList<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
    }

    init(from decoder: any Decoder) throws {
        elements = try [LenientElement<Element>](from: decoder).compactMap(\.value)
    }
}
