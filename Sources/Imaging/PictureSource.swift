/// Fetches the files of pictures, from the network or elsewhere.
public protocol PictureSource: Sendable {
    /// Fetches the file at `address`. Cancelled if no caller waits for it any more.
    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture
}

/// A picture file as its server sent it, before it is decoded.
public struct FetchedPicture: Hashable, Sendable {
    public var bytes: [UInt8]
    /// True if its server permits a copy.
    public var isCacheable: Bool

    public init(bytes: [UInt8], isCacheable: Bool = true) {
        self.bytes = bytes
        self.isCacheable = isCacheable
    }
}
