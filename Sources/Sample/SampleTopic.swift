public import EngineConcepts

/// A topic of the sample. A ticket belongs to it through its supplier or one of its tags.
public struct SampleTopic: Hashable, Sendable {
    /// The topic's name.
    public let name: String
    /// The suppliers whose tickets all belong to the topic.
    public let suppliers: [SupplierID]
    /// The tags whose tickets belong to the topic from any source, in lower case. Tags are compared ignoring case.
    public let tags: [String]
}

/// The subjects of the sample's texts; each text has its subject's tag.
enum Subject: String, CaseIterable, Sendable {
    case f1 = "F1"
    case wec = "WEC"
    case swift = "Swift"
    case world = "World"
}
