/// A store's record of a known item.
public struct KnownItem: Hashable, Sendable {
    /// The item's place, fixed when it was first stored.
    public var key: OrderKey
    /// A hash of the content as it was last stored. An item with another one has new content or counts.
    public var fingerprint: UInt64
    /// True if a retention removed the ticket. The item stays known, so that it neither comes back as new nor opens a
    /// gap.
    public var isRemoved: Bool

    public init(key: OrderKey, fingerprint: UInt64, isRemoved: Bool = false) {
        self.key = key
        self.fingerprint = fingerprint
        self.isRemoved = isRemoved
    }
}
