/// The limits of what a store keeps. Of active suppliers only read tickets are ever removed, and never starred ones or those
/// marked to read later; without limits, everything stays.
public struct Retention: Hashable, Sendable {
    /// The suppliers to which limits apply.
    public enum Scope: Hashable, Sendable {
        /// Active suppliers only.
        case active
        /// Active and inactive suppliers.
        case all
        /// Inactive suppliers only.
        case inactive
    }

    /// Read tickets that are older are removed, or `nil` to keep them whatever their age.
    public var oldest: Timestamp?
    /// Of each supplier, read tickets below this many newest ones are removed, or `nil` to keep any number. Unread,
    /// starred and kept tickets count too.
    public var newestOfEach: Int?
    /// Tickets beside the Track that are older are removed, read or not, or `nil` to keep them whatever their age.
    public var oldestBesideTrack: Timestamp?
    /// The suppliers whose tickets in the Track are removed. Those of inactive ones are removed read or not: nothing shows
    /// them, so they cannot be marked as read. By default they stay: nobody knows if the user removed the suppliers, or if
    /// a list of them was lost and will be back.
    public var scope: Scope

    public init(
        oldest: Timestamp? = nil, newestOfEach: Int? = nil, oldestBesideTrack: Timestamp? = nil, scope: Scope = .active
    ) {
        self.oldest = oldest
        self.newestOfEach = newestOfEach
        self.oldestBesideTrack = oldestBesideTrack
        self.scope = scope
    }

    /// True if no ticket of the Track is ever removed.
    public var keepsTrack: Bool { oldest == nil && newestOfEach == nil }
}
