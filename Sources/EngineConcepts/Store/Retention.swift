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

    public init(oldest: Timestamp? = nil, newestOfEach: Int? = nil, oldestBesideTrack: Timestamp? = nil) {
        self.oldest = oldest
        self.newestOfEach = newestOfEach
        self.oldestBesideTrack = oldestBesideTrack
    }

    /// True if no ticket of the Track is ever removed.
    public var keepsTrack: Bool { oldest == nil && newestOfEach == nil }
}
