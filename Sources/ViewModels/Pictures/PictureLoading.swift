public import EngineConcepts

/// Gets pictures and makes them ready to be drawn. Whoever opens the terminal provides it.
public protocol PictureLoading: Sendable {
    /// The picture that `request` asks for. Cancelled where nobody wants it any more.
    nonisolated func picture(for request: PictureRequest) async throws(PictureFailure) -> Picture
}

/// What is wanted of a picture.
public nonisolated struct PictureRequest: Hashable, Sendable {
    /// Where it is.
    public var address: String
    /// The place that it has.
    public var size: PictureSize
    /// Whether a small picture fills its place.
    public var enlarges: Bool
    /// Whether its place is on the screen; else it may come there next.
    public var isSeen: Bool
    /// Whether to ask again although it failed a short while ago.
    public var again: Bool

    /// Asks for a picture.
    public init(address: String, size: PictureSize, enlarges: Bool = false, isSeen: Bool = true, again: Bool = false) {
        self.address = address
        self.size = size
        self.enlarges = enlarges
        self.isSeen = isSeen
        self.again = again
    }
}

/// A place for a picture, counted as text is.
public nonisolated struct PictureSize: Hashable, Sendable {
    /// How wide it is at most.
    public var columns: Int
    /// How high it is at most.
    public var lines: Int

    /// Makes a size.
    public init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }
}

/// A picture that is ready to be drawn. What it is made of only the front-end knows.
public nonisolated final class Picture: Equatable, Sendable {
    /// What the front-end draws.
    public let content: any Sendable

    /// Makes a picture.
    public init(_ content: any Sendable) {
        self.content = content
    }

    /// Whether both are the same one.
    public static func == (lhs: Picture, rhs: Picture) -> Bool { lhs === rhs }
}

/// Why there is no picture: one line for people.
public nonisolated struct PictureFailure: Error, Hashable, Sendable {
    /// What happened.
    public var message: Message

    /// Says what happened.
    public init(_ message: Message) {
        self.message = message
    }
}

/// Where pictures are drawn. The raw value is its name in the settings.
public nonisolated enum PictureUse: String, Hashable, Sendable, CaseIterable {
    /// Nowhere.
    case never
    /// In an open ticket.
    case ticket
    /// In the timeline too, where it shows most of each ticket.
    case timeline
}
