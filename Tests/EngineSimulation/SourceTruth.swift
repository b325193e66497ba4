public import EngineConcepts
public import EngineTestSupport

/// The truth about a source, independent of the engine.
public struct SourceTruth: Sendable {
    public let id: SupplierID
    /// The ways in which the source can lose posts.
    public let lossRules: LossRules
    /// A description of the source for failure reports.
    public let description: String
    /// Every post that appeared in time to be claimed, by identity, without deleted ones.
    public var onTime: [String: ScriptedSource.Post] = [:]
    /// The posts in ``onTime`` dated in the future, with the time of their appearance.
    public var ahead: [String: Timestamp] = [:]
    /// The posts without a date.
    public var undated: Set<String> = []
    /// The times of all requests.
    public var requestTimes: Set<Timestamp> = []
    /// True if the source has a stream, which delivers posts in any order.
    public var isStreamed = false
    /// The posts that an open connection still delivers.
    public var inTransit: Set<String> = []
    /// The posts that the source has lost.
    public var losses = Losses()

    public init(id: SupplierID, lossRules: LossRules, description: String) {
        self.id = id
        self.lossRules = lossRules
        self.description = description
    }
}
