/// A selection of the Track's tickets. A view never changes coverage; its gaps are those of its suppliers.
public struct TrackView: Hashable, Sendable {
    /// The suppliers to show, or `nil` for all.
    public var suppliers: Set<SupplierID>?
    /// The topics to show, or `nil` for all tickets.
    public var topics: TopicSelection?
    /// The state of the content filter.
    public var filter: FilterState
    /// True to show only unread tickets.
    public var unreadOnly: Bool
    /// True to show only starred tickets.
    public var starredOnly: Bool
    /// True to show only tickets marked to read later.
    public var laterOnly: Bool
    /// True to fold the tickets of a story into one row wherever the view can: see ``isFolding``.
    public var foldsStories: Bool
    /// The gaps to show. Not stored.
    public var gaps = GapSelection()

    /// Creates a view; without arguments it shows everything, including tickets that rules hide.
    public init(
        suppliers: Set<SupplierID>? = nil, topics: TopicSelection? = nil, filter: FilterState = .off,
        unreadOnly: Bool = false, starredOnly: Bool = false, laterOnly: Bool = false, foldsStories: Bool = false
    ) {
        self.suppliers = suppliers
        self.topics = topics
        self.filter = filter
        self.unreadOnly = unreadOnly
        self.starredOnly = starredOnly
        self.laterOnly = laterOnly
        self.foldsStories = foldsStories
    }

    /// The view that shows everything.
    public static let all = TrackView()

    /// Returns the same view with another filter state.
    public func filtered(_ filter: FilterState) -> TrackView {
        var view = self
        view.filter = filter
        return view
    }

    /// The same view with a row for every ticket.
    public var withoutFolding: TrackView {
        var view = self
        view.foldsStories = false
        return view
    }

    /// The supplier of a view of one supplier, or `nil` if the view has several or selects by a mark. Such a view shows
    /// everything that is stored of the supplier, or of its topics, with the supplier's own gaps: what full gaps withhold
    /// because others are missing there, too.
    public var onlySupplier: SupplierID? {
        guard let suppliers, suppliers.count == 1, !starredOnly, !laterOnly else { return nil }
        return suppliers.first
    }

    /// True if labels affect what the view shows.
    public var dependsOnLabels: Bool { topics != nil || filter != .off }

    /// Returns the labels by which the view selects the row of `entry`: those of all tickets folded into it.
    public func labels(of entry: TrackEntry) -> Set<LabelID> {
        guard isFolding, let storyMember = entry.storyMember else { return entry.labels }
        return entry.labels.union(storyMember.foldedLabels)
    }

    /// Returns the rule effects, other than hiding, on the row of `entry`: those of the whole story if stories are
    /// folded.
    public func effects(of entry: TrackEntry) -> Set<LabelEffect> {
        isFolding ? entry.storyMember?.rowEffects ?? entry.effects : entry.effects
    }

    /// True if tickets folded under another one have no row of their own. Always false in a view of certain suppliers
    /// or marks, because the other ticket may not be in it.
    public var isFolding: Bool { foldsStories && suppliers == nil && !starredOnly && !laterOnly }

    /// Returns true if the view can include a ticket with these marks.
    package func matches(_ marks: Marks) -> Bool {
        !(unreadOnly && marks.isRead) && !(starredOnly && !marks.isStarred) && !(laterOnly && !marks.isLater)
    }

    /// Returns true if the view includes a ticket that the Track shows.
    public func includes(_ entry: TrackEntry) -> Bool {
        filter.includes(hidden: entry.hiddenBy != nil) && matches(entry.marks)
            && suppliers?.contains(entry.ticket.supplier) ?? true
            && topics?.includes(labels(of: entry)) ?? true
            && !(isFolding && entry.storyMember?.isFolded ?? false)
    }
}
