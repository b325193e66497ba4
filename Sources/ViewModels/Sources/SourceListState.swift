public import EngineConcepts

/// The state of the source list: topics as a tree, with their sources below.
public nonisolated struct SourceListState: Equatable, Sendable {
    /// The number of unread tickets, in words.
    public var summary = ""
    /// The visible rows, or `nil` while they load.
    public var rows: [SourceListRow]?
    /// The index of the row under the cursor.
    public var cursor = 0
    /// True if the list stays beside the timeline.
    public var isPinned = false

    /// The row under the cursor, or `nil` if there is none.
    public var current: SourceListRow? {
        rows?.element(at: cursor)
    }
}

/// A row of the source list.
public nonisolated struct SourceListRow: Equatable, Sendable, Identifiable {
    /// The identity of a row.
    public enum ID: Hashable, Sendable {
        /// All tickets.
        case all
        /// A topic.
        case topic(LabelID)
        /// A source below a topic, or below none.
        case source(SupplierID, in: LabelID?)

        /// The source, or `nil` if the row is not one.
        public var source: SupplierID? {
            if case .source(let id, _) = self { id } else { nil }
        }

        /// The topic, or `nil` if the row is not one.
        public var topic: LabelID? {
            if case .topic(let id) = self { id } else { nil }
        }
    }

    /// The identity of the row.
    public var id: ID
    /// The name.
    public var name: String
    /// The number of unread tickets, or `nil` while it is unknown.
    public var unread: Int?
    /// True if the row is closed, false if the rows below it are visible, `nil` if it has none.
    public var isCollapsed: Bool?
    /// True if the timeline shows exactly this.
    public var isShown: Bool
    /// The kind of the source, or `nil` if the row is not one.
    public var kind: SupplierKind?
    /// The health of the source, or `nil` if the row is not one.
    public var health: SourceRow.Health?
}
