import CPictures

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

    /// The picture as a PNG file, or `nil` if there is no memory for it.
    public var png: [UInt8]? {
        var count = 0
        let file = bytes.withUnsafeBufferPointer { bytes in
            fiber_picture_png(bytes.baseAddress, UInt32(width), UInt32(height), &count)
        }
        guard let file else { return nil }
        defer { fiber_picture_png_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}
