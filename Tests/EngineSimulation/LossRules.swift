public import EngineConcepts
public import EngineTestSupport

/// The ways in which a source can lose posts. Only these excuse a missing post in the model.
public struct LossRules: Sendable {
    /// True for a window without older pages: posts that leave it are lost.
    public let isWindow: Bool
    /// The number of posts that the source keeps, or `nil` for all.
    public let keeps: Int?
    /// The number of posts that its pages reach, or `nil` for all that it keeps.
    public let depth: Int?
    /// The number of posts in one second from which on its pages cannot skip that second, or `nil` if its tokens
    /// point to posts instead of seconds.
    public let density: Int?
    /// True if posts below such a second can be reached in another way.
    public let passesDensity: Bool
    /// True if the source never claims anything.
    public let isSilentOnClaims: Bool

    /// Derives the behaviour from a source and its supplier's traits.
    public init(_ behavior: ScriptedSource.Behavior, _ traits: SupplierTraits) {
        isWindow = traits.shape == .window && !traits.pagesOlder
        keeps = behavior.keeps
        depth = behavior.depth
        density = behavior.pagesBySecond ? max(1, min(traits.maximumPageItems, behavior.page) - behavior.shortBy) : nil
        passesDensity = traits.readsTimeRanges || traits.pagesNewer
        isSilentOnClaims = behavior.isSilentOnClaims
    }
}

/// The posts that a source has lost so far at the times of requests.
public struct Losses: Sendable {
    /// The newest dropped post.
    public var forgotten: ScriptedSource.Post?
    /// The newest post that its pages did not reach.
    public var beyondReach: ScriptedSource.Post?
    /// The number of posts that ever appeared in each second. Counted only if needed.
    public var inSecond: [Timestamp: Int] = [:]

    public init() {}

    /// Records the losses at one moment.
    public mutating func record(forgotten gone: ScriptedSource.Post?, beyondReach far: ScriptedSource.Post? = nil) {
        forgotten = Self.newer(forgotten, gone)
        beyondReach = Self.newer(beyondReach, far)
    }

    private static func newer(_ lhs: ScriptedSource.Post?, _ rhs: ScriptedSource.Post?) -> ScriptedSource.Post? {
        guard let lhs, let rhs else { return lhs ?? rhs }
        return ScriptedSource.Post.precedes(lhs, rhs) ? lhs : rhs
    }
}

extension SourceTruth {
    /// Returns true if the source had dropped a post when it was asked.
    func hasForgotten(_ post: ScriptedSource.Post) -> Bool {
        losses.forgotten.map { !ScriptedSource.Post.precedes(post, $0) } ?? false
    }

    /// Returns true if a post may be unavailable, because it was dropped or is too far down to be paged to.
    func mayHaveLost(_ post: ScriptedSource.Post) -> Bool {
        hasForgotten(post) || losses.beyondReach.map { !ScriptedSource.Post.precedes(post, $0) } ?? false
            || isInDenseSecond(post.time) || isBelowDenseSecond(post.time)
    }

    /// Returns true if the second of `time` had more posts than the pages can skip.
    func isInDenseSecond(_ time: Timestamp) -> Bool {
        guard let density = lossRules.density else { return false }
        return losses.inSecond[time.flooredToSecond, default: 0] >= density
    }

    /// Returns true if such a second is at or above `time`, so that the pages end there.
    func isAtOrBelowDenseSecond(_ time: Timestamp) -> Bool {
        isInDenseSecond(time) || isBelowDenseSecond(time)
    }

    private func isBelowDenseSecond(_ time: Timestamp) -> Bool {
        guard let density = lossRules.density, !lossRules.passesDensity else { return false }
        return losses.inSecond.contains { $0.value >= density && $0.key > time }
    }
}
