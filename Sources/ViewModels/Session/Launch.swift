/// The kind of program start.
public nonisolated enum Launch: Equatable, Sendable {
    /// The first start: nothing is stored yet.
    case first
    /// A start of the same version as before.
    case cold
    /// The first start of a new version.
    case afterUpgrade(from: String)

    /// Compares the version with that of the last start, or `nil` if none is stored.
    public init(version: String, last: String?) {
        switch last {
        case nil: self = .first
        case version?: self = .cold
        case let last?: self = .afterUpgrade(from: last)
        }
    }
}
