/// A section of the Track in one committed version.
public struct TrackWindow: Hashable, Sendable {
    /// The rows, newest first.
    public var rows: [TrackRow]
    /// The index of the row at the anchor or the first after it; `rows.count` if there is none.
    public var anchorIndex: Int
    /// True if the first row is the Track's newest.
    public var reachesTop: Bool
    /// True if the last row is the Track's oldest.
    public var reachesBottom: Bool
    /// The version that was read.
    public var version: TrackVersion

    public init(rows: [TrackRow], anchorIndex: Int, reachesTop: Bool, reachesBottom: Bool, version: TrackVersion) {
        self.rows = rows
        self.anchorIndex = anchorIndex
        self.reachesTop = reachesTop
        self.reachesBottom = reachesBottom
        self.version = version
    }
}
