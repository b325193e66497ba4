public import EngineConcepts

nonisolated extension Preferences {
    /// Renames a topic in the stored choices that name it: the view of the timeline, which keeps its order, and the closed
    /// topics of the source list. Orders of other views that contain the topic are lost. For programs without screens, which
    /// follow renamed topics by themselves.
    public static func rename(topic former: LabelID, to new: LabelID, in store: any SettingStore) async throws {
        let values = try await store.settings([Name.topics, .collapsedTopics, .orders].map(\.rawValue))
        var changed: [Name: String] = [:]
        for name in [Name.topics, .collapsedTopics] {
            // The first line of the view is not a topic, but how several are combined.
            changed[name] = values[name.rawValue]
                .map { stored in
                    stored.split(separator: "\n")
                        .map { LabelID(String($0)) == former ? new.rawValue : String($0) }.joined(separator: "\n")
                }
        }
        var orders = ViewOrders(storedText: values[Name.orders.rawValue] ?? "")
        let shown = Set(
            (values[Name.topics.rawValue] ?? "").split(separator: "\n").dropFirst().map { LabelID(String($0)) })
        for topics in [shown, [former]] where topics.contains(former) {
            orders.copy(
                from: TrackView(topics: TopicSelection(topics)),
                to: TrackView(topics: TopicSelection(Set(topics.map { $0 == former ? new : $0 }))))
        }
        changed[.orders] = orders.storedText
        for (name, value) in changed where value != values[name.rawValue] ?? "" {
            try await store.setSetting(name.rawValue, to: value)
        }
    }
}
