/// The states of the content filter. One key switches it on and off, another shows only what it hides.
public enum FilterState: String, Hashable, Sendable, CaseIterable {
    case off
    /// Tickets that rules hide are not shown.
    case on
    /// Only tickets that rules hide are shown.
    case hiddenOnly

    /// Returns true if tickets with this hidden state are shown.
    public func includes(hidden isHidden: Bool) -> Bool {
        switch self {
        case .off: true
        case .on: !isHidden
        case .hiddenOnly: isHidden
        }
    }
}
