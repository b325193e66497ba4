/// The capabilities of a supplier's source. The engine looks at these traits, never at the kind.
public struct SupplierTraits: Hashable, Sendable {
    /// The way a source keeps its items.
    public enum Shape: String, Hashable, Sendable {
        /// A stream that can be paged from any place.
        case log
        /// Only the newest N items. Two windows are continuous only if the newer one still holds a known item.
        case window
    }

    /// The way the source keeps its items. Decides what two pages prove together.
    public var shape: Shape
    /// True if the source can page towards older items.
    public var pagesOlder: Bool
    /// True if the source can deliver the newer items next to a place.
    public var pagesNewer: Bool
    /// True if the source can be asked for a time range.
    public var readsTimeRanges: Bool
    /// The maximum number of items on a page.
    public var maximumPageItems: Int
    /// The longest delay between an item's time and its appearance. A refresh reads this much again.
    public var lateness: Duration
    /// The supported actions, and whether each can be repeated after an uncertain outcome.
    public var actions: [TicketAction.Kind: ActionRepetition]
    /// True if the source has a stream, see ``Supplier/stream(_:)``. Only for ``Shape/log``.
    public var streams: Bool

    /// True if the source can be read from any other place than its newest item.
    public var canBeReadBelowNewest: Bool { pagesOlder || pagesNewer || readsTimeRanges }

    /// Creates traits; the defaults describe a stream that can page only towards older items.
    public init(
        shape: Shape = .log, pagesOlder: Bool = true, pagesNewer: Bool = false, readsTimeRanges: Bool = false,
        maximumPageItems: Int = 60, lateness: Duration = .zero, actions: [TicketAction.Kind: ActionRepetition] = [:],
        streams: Bool = false
    ) {
        self.shape = shape
        self.pagesOlder = pagesOlder
        self.pagesNewer = pagesNewer
        self.readsTimeRanges = readsTimeRanges
        self.maximumPageItems = maximumPageItems
        self.lateness = lateness
        self.actions = actions
        self.streams = streams
    }
}
