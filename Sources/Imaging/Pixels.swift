/// A decoded picture, reduced to what a screen can show.
public struct Pixels: Hashable, Sendable {
    /// Pixels across, at least 1.
    public let width: Int
    /// Pixels down, at least 1.
    public let height: Int
    /// Pixels across before it was reduced.
    public let sourceWidth: Int
    /// Pixels down before it was reduced.
    public let sourceHeight: Int
    /// Red, green, blue and opacity of every pixel, rows from the top.
    public let bytes: [UInt8]
}
