public import EngineConcepts
public import EngineTestSupport

/// What a source can honestly be expected to lose, by what it is: the only excuses that a model takes for a post that
/// nobody sees.
public struct SourceBehavior: Sendable {
    /// Whether it is a window and no more: what falls out of it is gone for good.
    public let isWindow: Bool
    /// How many posts it keeps; nil where it keeps all.
    public let keeps: Int?
    /// How many posts its pages reach; nil where they reach all that it keeps.
    public let depth: Int?
    /// So many posts in one second are more than its pages get past; nil where its pages end at posts and not at seconds.
    public let density: Int?
    /// Whether what lies below such a second can be had some other way.
    public let passesDensity: Bool
    /// Whether it never says that anything is complete.
    public let isSilentOnClaims: Bool

    /// The nature of a source of this manner, read by a supplier of these traits.
    public init(_ manner: ScriptedSource.Manner, _ traits: SupplierTraits) {
        isWindow = traits.shape == .window && !traits.pagesOlder
        keeps = manner.keeps
        depth = manner.depth
        density = manner.pagesBySecond ? max(1, min(traits.maximumPage, manner.page) - manner.shortBy) : nil
        passesDensity = traits.readsTimeRanges || traits.pagesNewer
        isSilentOnClaims = manner.isSilentOnClaims
    }
}

/// What a source has lost so far, when somebody could have asked for it.
public struct Losses: Sendable {
    /// The newest post that it did not keep any more.
    public var forgotten: ScriptedSource.Post?
    /// The newest post that its pages did not reach.
    public var beyondReach: ScriptedSource.Post?
    /// How many posts it ever held in each second; kept where that matters.
    public var inSecond: [Timestamp: Int] = [:]

    /// Nothing lost.
    public init() {}

    /// Takes in what was lost at one moment.
    public mutating func note(forgotten gone: ScriptedSource.Post?, beyondReach far: ScriptedSource.Post? = nil) {
        forgotten = Self.newer(forgotten, gone)
        beyondReach = Self.newer(beyondReach, far)
    }

    private static func newer(_ lhs: ScriptedSource.Post?, _ rhs: ScriptedSource.Post?) -> ScriptedSource.Post? {
        guard let lhs, let rhs else { return lhs ?? rhs }
        return ScriptedSource.Post.precedes(lhs, rhs) ? lhs : rhs
    }
}

extension ExpectedTrack {
    /// Whether the source did not keep a post any more when it was asked.
    func hasForgotten(_ post: ScriptedSource.Post) -> Bool {
        losses.forgotten.map { !ScriptedSource.Post.precedes(post, $0) } ?? false
    }

    /// Whether a post may never be had, since the source has forgotten it or does not page that far.
    func mayHaveLost(_ post: ScriptedSource.Post) -> Bool {
        hasForgotten(post) || losses.beyondReach.map { !ScriptedSource.Post.precedes(post, $0) } ?? false
            || isInDenseSecond(post.time) || isBelowDenseSecond(post.time)
    }

    /// Whether so much appeared in the second of `time` that its pages do not get past it.
    func isInDenseSecond(_ time: Timestamp) -> Bool {
        guard let density = nature.density else { return false }
        return losses.inSecond[time.flooredToSecond, default: 0] >= density
    }

    /// Whether its pages end in such a second before they get down to `time`.
    func isAtOrBelowDenseSecond(_ time: Timestamp) -> Bool {
        isInDenseSecond(time) || isBelowDenseSecond(time)
    }

    private func isBelowDenseSecond(_ time: Timestamp) -> Bool {
        guard let density = nature.density, !nature.passesDensity else { return false }
        return losses.inSecond.contains { $0.value >= density && $0.key > time }
    }
}
