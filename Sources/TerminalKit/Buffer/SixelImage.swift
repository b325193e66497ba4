/// An image that the terminal draws by sixels over its cells. The terminal does not keep it, and cells cannot refer to it: it
/// is sent for every position. <https://vt100.net/docs/vt3xx-gp/chapter14.html>
public final class SixelImage: Sendable {
    /// The control sequence that draws it from the cursor's cell to the right and down.
    public let sequence: String

    public init(sequence: String) { self.sequence = sequence }
}

extension SixelImage: Hashable {
    public static func == (lhs: SixelImage, rhs: SixelImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The position of a sixel image in a buffer.
public struct PlacedSixels: Hashable, Sendable {
    public let image: SixelImage
    public let area: Rect
}
