/// The number of a store's commit, increased by one with each.
public struct TrackVersion: Hashable, Comparable, Sendable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    /// The version before the first commit.
    public static let empty = TrackVersion(0)

    /// The version after this one.
    public var next: TrackVersion { TrackVersion(number + 1) }

    /// Orders versions from oldest to newest.
    public static func < (lhs: TrackVersion, rhs: TrackVersion) -> Bool { lhs.number < rhs.number }
}
