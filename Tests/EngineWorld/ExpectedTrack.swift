public import EngineConcepts
public import EngineTestSupport

/// What is true of a source, whatever an engine makes of it.
public struct ExpectedTrack: Sendable {
    /// Its supplier.
    public let id: SupplierID
    /// What it can be expected to lose.
    public let nature: SourceBehavior
    /// What kind of source it is, for the report of a failure.
    public let character: String
    /// Every post that was there in time to be claimed, by name. Deleted ones leave.
    public var onTime: [String: ScriptedSource.Post] = [:]
    /// Those of them that were dated ahead, and when they appeared.
    public var ahead: [String: Timestamp] = [:]
    /// Posts without a date.
    public var undated: Set<String> = []
    /// When it was asked.
    public var asked: Set<Timestamp> = []
    /// What it has lost.
    public var losses = Losses()

    /// A source of which nothing is known yet.
    public init(id: SupplierID, nature: SourceBehavior, character: String) {
        self.id = id
        self.nature = nature
        self.character = character
    }
}
