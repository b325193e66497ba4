/// A picture that the terminal draws itself, by sixels: pixels over its cells, until something is written there. The terminal keeps
/// none of it, and cells cannot name it: it is sent with every place that it gets.
///
/// <https://vt100.net/docs/vt3xx-gp/chapter14.html>
public final class SixelImage: Sendable {
    /// The control sequence that draws it from the cursor's cell to the right and down.
    public let sequence: String

    /// Makes a picture of its control sequence.
    public init(sequence: String) {
        self.sequence = sequence
    }
}

extension SixelImage: Hashable {
    /// Whether both are the same one.
    public static func == (lhs: SixelImage, rhs: SixelImage) -> Bool { lhs === rhs }

    /// Hashes by identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Where in a buffer a picture of sixels stands.
public struct PlacedSixels: Hashable, Sendable {
    /// The picture.
    public let image: SixelImage
    /// Its cells.
    public let place: Rect
}

extension CellBuffer {
    /// The pictures of sixels over whose characters nothing else was drawn. A picture that is partly covered is its characters.
    public var uncoveredSixels: [PlacedSixels] {
        sixels.filter { placed, cells in self.cells(in: placed.place) == cells }.map(\.placed)
    }

    /// Notes that a picture stands at `place`, all of it, in characters.
    mutating func note(_ image: SixelImage, at place: Rect) {
        sixels.append((PlacedSixels(image: image, place: place), cells(in: place)))
    }

    private func cells(in place: Rect) -> [PackedCell] {
        place.rows.flatMap { y in cells[y * size.width + place.x..<y * size.width + place.maxX] }
    }
}
