public import EngineConcepts

/// An answer of a source with the truth at that moment, by which a model checks an engine.
public struct DeliveryRecord: Sendable {
    public let request: FetchRequest
    public let outcome: Result<FetchAnswer, SupplierError>
    /// The newest dropped post, or `nil` if the source kept all.
    public let forgotten: ScriptedSource.Post?
    /// The newest post that its pages did not reach, or `nil` if they reached all that it kept.
    public let beyondReach: ScriptedSource.Post?

    init(
        _ request: FetchRequest, outcome: Result<FetchAnswer, SupplierError>, of posts: [ScriptedSource.Post],
        behavior: ScriptedSource.Behavior
    ) {
        self.request = request
        self.outcome = outcome
        let keeps = behavior.keeps ?? posts.count
        forgotten = posts.dropFirst(keeps).first
        beyondReach = behavior.depth.flatMap { posts.prefix(keeps).dropFirst($0).first }
    }

    /// The answer, or `nil` if the request failed.
    public var answer: FetchAnswer? {
        switch outcome {
        case .success(let answer): answer
        case .failure: nil
        }
    }

    /// The bound that the answer completes, as seen from the page's edge; the edge itself if it completes nothing
    /// there.
    public var reached: Timestamp {
        let edge = request.edge
        let claimed = (answer?.claims ?? []).compactMap(\.timeframe.wholeSeconds)
        return switch request.direction {
        case .older: claimed.filter { $0.start >= edge && $0.end < edge }.map(\.end).min() ?? edge
        case .newer: claimed.filter { $0.end <= edge && $0.start > edge }.map(\.start).max() ?? edge
        }
    }

    /// Returns true if the answer shows by omission that a post at `time` is deleted, or `nil` if that depends on
    /// earlier pages.
    public func showsOmission(at time: Timestamp) -> Bool? {
        guard let answer, answer.omissionsAreDeletions,
            answer.claims.compactMap(\.timeframe.wholeSeconds).contains(where: { $0.contains(time) })
        else { return false }
        switch request.origin {
        case .newest, .time: return true
        case .token, .anchor:
            let times = answer.items.compactMap(\.orderTime)
            let isPast =
                switch request.direction {
                case .older: times.max().map { time < $0 } ?? false
                case .newer: times.min().map { time > $0 } ?? false
                }
            return isPast ? true : nil
        }
    }
}
