/// The limits of what a store keeps. Only read tickets are ever removed, never starred ones or those marked to read
/// later; without limits, everything stays.
public struct Retention: Hashable, Sendable {
    /// Read tickets that are older are removed, or `nil` to keep them whatever their age.
    public var oldest: Timestamp?
    /// Of each supplier, read tickets below this many newest ones are removed, or `nil` to keep any number. Unread,
    /// starred and kept tickets count too.
    public var newestOfEach: Int?

    public init(oldest: Timestamp? = nil, newestOfEach: Int? = nil) {
        self.oldest = oldest
        self.newestOfEach = newestOfEach
    }

    /// True if nothing is ever removed.
    public var keepsEverything: Bool { oldest == nil && newestOfEach == nil }
}
