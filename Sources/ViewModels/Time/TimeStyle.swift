/// The format of times.
public nonisolated enum TimeStyle: String, Equatable, Sendable, CaseIterable {
    /// The age, such as `4m`.
    case relative
    /// Date and time.
    case exact

    /// The other format.
    public var toggled: TimeStyle { self == .relative ? .exact : .relative }
}
