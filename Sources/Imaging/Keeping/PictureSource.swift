/// Where pictures are fetched from.
public protocol PictureSource: Sendable {
    /// Fetches what stands at `address`. Cancelled where nobody wants it any more.
    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture
}

/// A picture as it was fetched.
public struct FetchedPicture: Hashable, Sendable {
    /// The file.
    public var bytes: [UInt8]
    /// Whether its server lets it be kept.
    public var mayBeKept: Bool

    /// Makes one.
    public init(bytes: [UInt8], mayBeKept: Bool = true) {
        self.bytes = bytes
        self.mayBeKept = mayBeKept
    }
}
