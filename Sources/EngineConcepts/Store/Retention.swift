/// The limits of what a store keeps. Only read tickets are ever removed, never starred ones or those marked to read
/// later; without limits, everything stays.
public struct Retention: Hashable, Sendable {
    /// Read tickets that are older are removed, or `nil` to keep them whatever their age.
    public var oldest: Timestamp?
    /// Of each supplier, read tickets below this many newest ones are removed, or `nil` to keep any number. Unread,
    /// starred and kept tickets count too.
    public var newestOfEach: Int?
    /// Tickets beside the Track that are older are removed, read or not, or `nil` to keep them whatever their age.
    public var oldestBesideTrack: Timestamp?
    /// True to also remove tickets of suppliers that are not active, read or not: nothing shows them, so they cannot be
    /// marked as read. Nobody knows if the user removed the suppliers, or if a list of them was lost and will be back.
    public var includesInactive: Bool

    public init(
        oldest: Timestamp? = nil, newestOfEach: Int? = nil, oldestBesideTrack: Timestamp? = nil,
        includesInactive: Bool = false
    ) {
        self.oldest = oldest
        self.newestOfEach = newestOfEach
        self.oldestBesideTrack = oldestBesideTrack
        self.includesInactive = includesInactive
    }

    /// True if no ticket of the Track is ever removed.
    public var keepsTrack: Bool { oldest == nil && newestOfEach == nil }
}
