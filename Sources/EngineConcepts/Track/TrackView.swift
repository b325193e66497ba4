/// Which of the Track's tickets are shown. A view never touches coverage: its gaps are those of its suppliers.
public struct TrackView: Hashable, Sendable {
    /// Only these suppliers; nil for all.
    public var suppliers: Set<SupplierID>?
    /// Only tickets of these topics; nil for all.
    public var topics: TopicSelection?
    /// What the content filter does.
    public var filter: FilterState
    /// Only tickets that were not read.
    public var unreadOnly: Bool
    /// Only starred tickets.
    public var starredOnly: Bool
    /// Only tickets that are to be read later.
    public var laterOnly: Bool
    /// Whether tickets that tell one story are one row. See ``isFolding``.
    public var folds: Bool

    /// Makes a view; without arguments it shows everything, hidden tickets too.
    public init(
        suppliers: Set<SupplierID>? = nil, topics: TopicSelection? = nil, filter: FilterState = .off,
        unreadOnly: Bool = false, starredOnly: Bool = false, laterOnly: Bool = false,
        folds: Bool = false
    ) {
        self.suppliers = suppliers
        self.topics = topics
        self.filter = filter
        self.unreadOnly = unreadOnly
        self.starredOnly = starredOnly
        self.laterOnly = laterOnly
        self.folds = folds
    }

    /// Shows everything.
    public static let all = TrackView()

    /// The same view with its filter in another state.
    public func filtered(_ filter: FilterState) -> TrackView {
        var view = self
        view.filter = filter
        return view
    }

    /// The same view with every ticket in a row of its own.
    public var unfolded: TrackView {
        var view = self
        view.folds = false
        return view
    }

    /// Whether it matters to the view what labels a ticket has.
    public var looksAtLabels: Bool { topics != nil || filter != .off }

    /// The labels by which the view judges a ticket that has a row: where stories are folded, those of all that stand in
    /// it.
    public func labels(of entry: TrackEntry) -> Set<LabelID> {
        guard isFolding, let telling = entry.telling else { return entry.labels }
        return entry.labels.union(telling.lentLabels)
    }

    /// What rules do to the row of a ticket beside hiding it: where stories are folded, to the story that it stands for.
    public func effects(of entry: TrackEntry) -> Set<LabelEffect> {
        isFolding ? entry.telling?.rowEffects ?? entry.effects : entry.effects
    }

    /// Whether a ticket that stands folded under another one is left out. Never where the other one might not be shown:
    /// among the tickets of some suppliers, and among those with a mark that belongs to one ticket.
    public var isFolding: Bool { folds && suppliers == nil && !starredOnly && !laterOnly }

    /// Whether the view shows this ticket, given that the Track does.
    public func admits(_ entry: TrackEntry) -> Bool {
        filter.admits(hidden: entry.hiddenBy != nil)
            && !(unreadOnly && entry.marks.isRead) && !(starredOnly && !entry.marks.isStarred)
            && !(laterOnly && !entry.marks.isLater)
            && suppliers?.contains(entry.ticket.supplier) ?? true
            && topics?.admits(labels(of: entry)) ?? true
            && !(isFolding && entry.telling?.isFolded ?? false)
    }
}

/// What the content filter does: one key turns it on and off, another shows what it hides.
public enum FilterState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing is hidden.
    case off
    /// Tickets that rules hide are not shown.
    case on
    /// Only the tickets that rules hide are shown.
    case hiddenOnly

    /// Whether a ticket is shown that rules hide, or do not.
    public func admits(hidden isHidden: Bool) -> Bool {
        switch self {
        case .off: true
        case .on: !isHidden
        case .hiddenOnly: isHidden
        }
    }
}

/// One topic, or several at once. Rules have labels too, so what a rule applies to can be looked at in the same way.
public struct TopicSelection: Hashable, Sendable, Codable {
    /// How several topics go together.
    public enum Combination: String, Hashable, Sendable, Codable, CaseIterable {
        /// A ticket of any of them is shown.
        case union
        /// Only tickets of all of them are shown.
        case intersection
    }

    /// Which topics. A union of none shows nothing, an intersection of none everything.
    public var labels: Set<LabelID>
    /// How they go together; does not matter for one.
    public var combination: Combination

    /// Selects these topics.
    public init(_ labels: Set<LabelID>, _ combination: Combination = .union) {
        self.labels = labels
        self.combination = combination
    }

    /// Whether a ticket with these labels is shown.
    public func admits(_ ticket: Set<LabelID>) -> Bool {
        switch combination {
        case .union: !labels.isDisjoint(with: ticket)
        case .intersection: labels.isSubset(of: ticket)
        }
    }
}

extension TrackView: Codable {
    private enum CodingKeys: CodingKey {
        case suppliers, topics, filter, unreadOnly, starredOnly, laterOnly, folds
    }

    /// Reads a view as it was written, by an earlier Fiber too: that one knew neither topics nor filter, or no stories.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            suppliers: try container.decodeIfPresent(Set<SupplierID>.self, forKey: .suppliers),
            topics: try container.decodeIfPresent(TopicSelection.self, forKey: .topics),
            filter: try container.decodeIfPresent(FilterState.self, forKey: .filter) ?? .off,
            unreadOnly: try container.decode(Bool.self, forKey: .unreadOnly),
            starredOnly: try container.decode(Bool.self, forKey: .starredOnly),
            laterOnly: try container.decodeIfPresent(Bool.self, forKey: .laterOnly) ?? false,
            folds: try container.decodeIfPresent(Bool.self, forKey: .folds) ?? false)
    }
}
