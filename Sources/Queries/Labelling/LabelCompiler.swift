import EngineConcepts

/// Prepares topics, and then rules, for a classifier. The first of several with one name counts.
struct LabelCompiler {
    /// The labels of the topics and the rules, in the order of addition.
    private(set) var labels: [Label] = []
    private(set) var topics: [CompiledTopic] = []
    private(set) var rules: [CompiledRule] = []
    private(set) var queries = CollectedQueries()
    private let context: QueryContext
    /// The index of each topic, by name.
    private var topicIndices: [String: Int] = [:]
    private var definitions: [LabelID: String] = [:]

    init(in context: QueryContext) {
        self.context = context
    }

    mutating func add(_ topic: Topic) {
        guard definitions[topic.id] == nil else { return }
        add(Label(topic.id, definition: context.definition(topic.definition, dependencies: topic.dependencies)))
        topicIndices[topic.name] = topics.count
        topics.append(CompiledTopic(topic, queries: &queries))
    }

    /// Adds a rule. The topics that it names must have been added.
    ///
    /// - Parameter excepted: The sources to which it does not apply.
    mutating func add(_ rule: Rule, excepting excepted: Set<SupplierID>) {
        guard definitions[rule.id] == nil else { return }
        let applied = rule.applied(in: context)
        let definition = rule.definition(
            applied: applied, topics: rule.topicNames.map { definitions[Topic.label(named: $0)] ?? "?" },
            excepting: excepted)
        add(
            Label(
                rule.id, effect: rule.effect,
                definition: context.definition(definition, dependencies: rule.dependencies)))
        rules.append(CompiledRule(applied, topics: topicIndices, excepting: excepted, queries: &queries))
    }

    private mutating func add(_ label: Label) {
        labels.append(label)
        definitions[label.id] = label.definition
    }
}
