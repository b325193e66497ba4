/// Which start this is.
public nonisolated enum Launch: Equatable, Sendable {
    /// The first: nothing is remembered yet.
    case first
    /// One like the last.
    case cold
    /// The first of another Fiber than the last one.
    case afterUpgrade(from: String)

    /// Tells by the version that was opened last, as far as one is remembered.
    public init(version: String, last: String?) {
        switch last {
        case nil: self = .first
        case version?: self = .cold
        case let last?: self = .afterUpgrade(from: last)
        }
    }
}
