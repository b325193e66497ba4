public import EngineConcepts

/// A gap in the timeline.
public nonisolated struct GapRow: Equatable, Sendable, Identifiable {
    /// The gap, or the range of several neighbouring ones.
    public var gap: Gap
    /// The gaps of the Track that the row shows, newest first.
    public var parts: [Gap]
    /// The size of the gap: `3 h 12 min not loaded`.
    public var size: String
    /// Shorter forms of the size, from the longest to the shortest: names are shortened, times are not.
    public var briefSizes: [String] = []
    /// The names of the missing sources.
    public var sources: String
    /// The cause in words, or `nil` if no source was requested yet.
    public var cause: String?
    /// The available action, or the running one.
    public var activity: Activity

    public var id: GapID { gap.id }

    /// The activity in a gap.
    public enum Activity: Equatable, Sendable {
        /// None; `offer` is the available action, such as `fill` or `try again`.
        case idle(offer: String)
        /// None, and another request cannot help.
        case unfillable(String)
        /// A fill is running: a word for its phase, and its progress if known.
        case filling(String, FillProgress?)
    }

    /// Returns true if a stored ticket at `place` waits for the gap to be filled.
    func withholds(_ place: TrackPlace) -> Bool {
        guard case .ticket(let key) = place else { return false }
        return parts.contains { $0.kind == .full && $0.timeframe.contains(key.time) }
    }
}

nonisolated extension Gap {
    /// True if nothing of the Track is visible yet.
    var isOfEmptyTrack: Bool { kind == .full && timeframe == .always }
}
