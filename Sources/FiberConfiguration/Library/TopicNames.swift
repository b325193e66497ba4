import Queries

/// Names of topics. Names that differ only in case mean the same topic.
public struct TopicNames {
    private var names: Set<String> = []
    /// The first of the names that differ only in case, by their form in lower case.
    private var first: [String: String] = [:]

    /// Creates the set of these names.
    public init(_ names: some Sequence<String>) { for name in names { insert(name) } }

    /// Returns the known name that `name` means: itself, or else the first that differs only in case, or `nil` if there is
    /// neither.
    public func known(_ name: String) -> String? { names.contains(name) ? name : first[name.lowercased()] }

    /// Returns the name that `name` means: a known one, or itself, which is known from then on.
    public mutating func adding(_ name: String) -> String {
        if let known = known(name) { return known }
        insert(name)
        return name
    }

    private mutating func insert(_ name: String) {
        names.insert(name)
        if first[name.lowercased()] == nil { first[name.lowercased()] = name }
    }
}

extension Library {
    public var topicNames: TopicNames { TopicNames(allTopics.lazy.map(\.name)) }
}
