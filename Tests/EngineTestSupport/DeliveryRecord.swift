public import EngineConcepts

/// What a source answered, and what was true of it at that moment: what a model judges an engine by.
public struct DeliveryRecord: Sendable {
    /// What it was asked.
    public let request: FetchRequest
    /// What it answered.
    public let outcome: Result<FetchAnswer, SupplierError>
    /// The newest post that it did not keep any more; nil where it kept all.
    public let forgotten: ScriptedSource.Post?
    /// The newest post that its pages did not reach; nil where they reached all that it kept.
    public let beyondReach: ScriptedSource.Post?

    init(
        _ request: FetchRequest, _ outcome: Result<FetchAnswer, SupplierError>, of posts: [ScriptedSource.Post],
        _ manner: ScriptedSource.Manner
    ) {
        self.request = request
        self.outcome = outcome
        let keeps = manner.keeps ?? posts.count
        forgotten = posts.dropFirst(keeps).first
        beyondReach = manner.depth.flatMap { posts.prefix(keeps).dropFirst($0).first }
    }

    /// The answer, where it was one.
    public var answer: FetchAnswer? {
        switch outcome {
        case .success(let answer): answer
        case .failure: nil
        }
    }

    /// The bound that the answer completes, as seen from where its page began; the request's edge where it completes
    /// nothing there.
    public var reached: Timestamp {
        let edge = request.edge
        let claimed = (answer?.claims ?? []).compactMap(\.timeframe.wholeSeconds)
        return switch request.side {
        case .older: claimed.filter { $0.start >= edge && $0.end < edge }.map(\.end).min() ?? edge
        case .newer: claimed.filter { $0.end <= edge && $0.start > edge }.map(\.start).max() ?? edge
        }
    }

    /// Whether the answer shows by leaving it out that a post at `time` is gone; nil where that depends on what was read
    /// before.
    public func showsOmission(at time: Timestamp) -> Bool? {
        guard let answer, answer.omissionsAreDeletions,
            answer.claims.compactMap(\.timeframe.wholeSeconds).contains(where: { $0.contains(time) })
        else { return false }
        switch request.origin {
        case .newest, .time: return true
        case .token, .anchor:
            let times = answer.items.compactMap(\.orderTime)
            let isPast =
                switch request.side {
                case .older: times.max().map { time < $0 } ?? false
                case .newer: times.min().map { time > $0 } ?? false
                }
            return isPast ? true : nil
        }
    }
}
