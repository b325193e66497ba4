/// The amount of a gap to fill.
public enum FillAmount: Hashable, Sendable {
    /// As much as one Pool holds.
    case pool
    /// At least this many tickets, if there are as many.
    case count(Int)
    /// Down or up to this time.
    case until(Timestamp)
    /// The whole gap.
    case all
}
