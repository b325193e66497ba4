public import EngineConcepts

/// Loads and prepares pictures for drawing. Provided by the part that opens the terminal.
public protocol PictureLoading: Sendable {
    /// Returns the picture for `request`. Cancelled if no caller wants it any more.
    nonisolated func picture(for request: PictureRequest) async throws(PictureFailure) -> Picture
}

/// A request for a picture.
public nonisolated struct PictureRequest: Hashable, Sendable {
    public var address: String
    /// The available area.
    public var size: PictureSize
    /// True to enlarge a small picture to the area.
    public var enlarges = false
    /// True if the area is visible; otherwise the picture is prefetched.
    public var isSeen = true
    /// True to retry in spite of a recent failure.
    public var again = false
}

/// A picture that is ready to be drawn. Its content is opaque except to the front end.
public nonisolated final class Picture: Equatable, Sendable {
    /// The content that the front end draws.
    public let content: any Sendable

    public init(_ content: any Sendable) { self.content = content }

    /// Returns true if both are the same object.
    public static func == (lhs: Picture, rhs: Picture) -> Bool { lhs === rhs }
}

/// The reason why a picture is missing, in one line.
public nonisolated struct PictureFailure: Error, Hashable, Sendable {
    public var message: Message

    public init(_ message: Message) { self.message = message }
}
