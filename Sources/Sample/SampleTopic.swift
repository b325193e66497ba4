public import EngineConcepts

/// A topic of the sample: a ticket belongs to it where its supplier does, or one of its tags.
public struct SampleTopic: Hashable, Sendable {
    /// The topic's name.
    public let name: String
    /// The suppliers whose tickets all belong to it.
    public let suppliers: [SupplierID]
    /// The tags, in lower case, whose tickets belong to it whoever wrote them. Tags are compared without case.
    public let tags: [String]
}

/// The subjects that the sample's texts are about; the tag of each stands on every text of it.
enum Subject: String, CaseIterable, Sendable {
    case f1 = "F1"
    case wec = "WEC"
    case swift = "Swift"
    case world = "World"
}
