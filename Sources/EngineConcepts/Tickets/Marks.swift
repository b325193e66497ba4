/// The user's own marks on a ticket. They are never sent to the source.
public struct Marks: Hashable, Sendable {
    public var isRead: Bool
    public var isStarred: Bool
    /// True if the ticket is on the list to read later.
    public var isLater: Bool
    /// True if the ticket is shown even if a rule hides it.
    public var isUnhidden: Bool
    /// True if the tickets of this story each have their own row. Rule effects stay as they are.
    public var isStoryUnfolded: Bool

    public init(
        isRead: Bool = false, isStarred: Bool = false, isLater: Bool = false, isUnhidden: Bool = false,
        isStoryUnfolded: Bool = false
    ) {
        self.isRead = isRead
        self.isStarred = isStarred
        self.isLater = isLater
        self.isUnhidden = isUnhidden
        self.isStoryUnfolded = isStoryUnfolded
    }
}

/// Marks to set or to remove; `nil` leaves a mark unchanged.
public struct MarkChange: Hashable, Sendable {
    /// The new value of ``Marks/isRead``.
    public var read: Bool?
    /// The new value of ``Marks/isStarred``.
    public var starred: Bool?
    /// The new value of ``Marks/isLater``.
    public var later: Bool?
    /// The new value of ``Marks/isUnhidden``.
    public var unhidden: Bool?
    /// The new value of ``Marks/isStoryUnfolded``.
    public var storyUnfolded: Bool?

    /// Creates a change; without arguments it changes nothing.
    public init(
        read: Bool? = nil, starred: Bool? = nil, later: Bool? = nil, unhidden: Bool? = nil, storyUnfolded: Bool? = nil
    ) {
        self.read = read
        self.starred = starred
        self.later = later
        self.unhidden = unhidden
        self.storyUnfolded = storyUnfolded
    }

    /// Returns `marks` with this change applied.
    public func applied(to marks: Marks) -> Marks {
        Marks(
            isRead: read ?? marks.isRead, isStarred: starred ?? marks.isStarred,
            isLater: later ?? marks.isLater, isUnhidden: unhidden ?? marks.isUnhidden,
            isStoryUnfolded: storyUnfolded ?? marks.isStoryUnfolded)
    }
}
