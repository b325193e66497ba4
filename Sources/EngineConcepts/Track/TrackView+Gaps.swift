extension TrackView {
    /// Returns the Track's gaps as the view shows them, newest first: every full gap, because what it withholds may belong to
    /// the view, and partial ones with the view's suppliers. See ``GapSelection`` for gaps that are hidden.
    public func gaps(of gaps: [Gap]) -> [Gap] {
        self.gaps.joiningUnloaded(gaps.compactMap { self.gaps.shown($0, of: suppliers) })
    }
}
