/// How times are printed.
public nonisolated enum TimeStyle: String, Equatable, Sendable, CaseIterable {
    /// As how long ago: `4m`.
    case relative
    /// As date and clock.
    case exact

    /// The other one.
    public var toggled: TimeStyle { self == .relative ? .exact : .relative }
}

/// How much of each ticket the timeline shows.
public nonisolated enum Density: String, Equatable, Sendable, CaseIterable {
    /// One line.
    case compact
    /// The first lines of the text.
    case regular
    /// Most of the text of a post.
    case roomy

    /// The next one, round and round.
    public var next: Density {
        switch self {
        case .compact: .regular
        case .regular: .roomy
        case .roomy: .compact
        }
    }
}
