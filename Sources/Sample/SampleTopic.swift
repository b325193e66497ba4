public import EngineConcepts

/// A topic of the sample. A ticket belongs to it through its supplier or its tag.
public struct SampleTopic: Hashable, Sendable {
    public let name: String
    /// The suppliers whose tickets all belong to the topic.
    public let suppliers: [SupplierID]
    /// The tag whose tickets belong to the topic from any source, in lower case. Tags are compared ignoring case.
    public var tag: String { name.lowercased() }

    init(_ subject: Subject, suppliers: [SupplierID]) {
        name = subject.rawValue
        self.suppliers = suppliers
    }
}
