/// The state of a fill.
public enum FillState: Hashable, Sendable {
    /// Waiting for earlier fills.
    case queued
    /// Requesting pages.
    case filling
    /// Cancelled, but still stopping.
    case cancelling
    /// Ended normally.
    case done(FillOutcome)
    /// Ended without a commit.
    case failed(EngineFailure)
    /// Ended by cancellation.
    case cancelled

    /// The state's name, without the outcome.
    public var name: String {
        switch self {
        case .queued: "queued"
        case .filling: "filling"
        case .cancelling: "cancelling"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// True if the fill has ended.
    public var isFinal: Bool {
        switch self {
        case .queued, .filling, .cancelling: false
        case .done, .failed, .cancelled: true
        }
    }
}
