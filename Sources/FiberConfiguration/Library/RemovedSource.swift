public import EngineConcepts
import Queries

/// A source that was removed, with all that ``Library/restore(_:)`` needs to bring it back as it was.
public struct RemovedSource: Hashable, Sendable {
    public let source: SourceDescription
    /// The sources before, in their order.
    let order: [SupplierID]
    /// The topics that the file described before, in their order.
    let topics: [Topic]
    /// The warnings about topics and rules that still name the source, or a topic to which no source belongs now.
    public var warnings: [Message] = []
}
