/// The answer to a request: one page.
///
/// A source that keeps a window (``SupplierTraits/Shape/window``) claims from `now` down to the second above its
/// oldest item and ends with ``FetchEnd/retentionLimit``, or with ``FetchEnd/more`` and `next` if it can page. An
/// empty window claims everything. A window without dates claims nothing, and the engine derives the claim from the
/// places of its items. If two windows do not meet, the engine shows a gap.
public struct FetchAnswer: Sendable {
    /// The items in any order. Duplicates and items outside the bound are allowed.
    public var items: [SourceItem]
    /// The timeframes that are now complete. See ``Claim`` and ``FetchRequest/Origin`` for where a claim may begin.
    /// With ``FetchEnd/trueEnd``, everything older is complete too, even without a claim.
    public var claims: [Claim]
    /// The token of the next page in this direction.
    public var next: Token?
    /// True if the source does not name ``next``, and has refused such a page before.
    public var isNextDoubtful: Bool = false
    /// True if nothing that appears now is expected on ``next`` even if all items of this page are dated ahead: the source does
    /// not name ``next``, or all its older pages were dated ahead as well when they were last read.
    public var isNextAhead: Bool = false
    /// The reason why the page ended. Decides what is known about everything older.
    public var end: FetchEnd
    /// The number of items of the source's newest document, if an answer to a request for an older page ends because that
    /// document names no older page, or only a guessed one that does not exist. Otherwise `nil`.
    public var documentCount: Int?
    /// True if nothing has changed since the answer that gave ``FetchRequest/memory`` (HTTP 304, equal digest of the
    /// document), or if the source is not due yet (``RefreshOccasion/routine``). Items and claims are then empty, and
    /// the engine extends the newest claimed range up to ``FetchRequest/now``. Requires `memory` in the request.
    public var isUnchanged: Bool
    /// False if the source was not asked, because it is not due yet or has just answered.
    public var wasAsked: Bool = true
    /// The source's identities of deleted items. Edited items are in ``items``.
    public var deleted: [String]
    /// True if a known item within the claims that is not in ``items`` was deleted at the source. Only for sources
    /// that show deletion in no other way and whose items all have a fixed time. With other sources, an item that is
    /// no longer listed is kept.
    public var omissionsAreDeletions: Bool
    /// The items that the source filtered out.
    public var filtered: [FilteredAtSource]
    /// The limits of further requests, as the source reported them.
    public var budget: FetchBudget
    /// Text for ``FetchRequest/memory`` of the next request, or `nil` to keep the previous one. Stored in the same
    /// transaction as the items, so that a validator never outlives the items that it stands for. An answer to a request for
    /// an older page brings no new validator: a validator stands for the newest page.
    public var memory: String?
    /// Text in place of ``memory`` if a newest page completes nothing, or `nil` for none: the part that holds in any case. It
    /// must not make the next answer "not modified", nor let the source be skipped because it is not due.
    public var memoryOfNothing: String?
    /// The source's own name, or `nil` if the answer has none.
    public var sourceName: String?
    /// The address to which the source has moved permanently, or `nil` to keep what is known. Empty if the user has given it
    /// another address since it moved.
    public var sourceAddress: String?
    /// The number of decompressed bytes read, or `nil` if unknown. For statistics.
    public var bytes: Int?
    /// The number of items that appeared after the answer that gave ``FetchRequest/memory`` and have already left the
    /// window, or `nil` if the source does not number its items. Relevant only if the two windows do not meet.
    public var lost: Int?
    /// The range between the place of a request for an older page and the first item, if it cannot be read and the page or
    /// `next` skips it. It begins at the place of the request and counts as out of reach until something claims it.
    public var unread: Timeframe?
    /// The time of the oldest item in sort order, or `nil` if all items are in order. Older items, such as a pinned
    /// article, prove nothing about the time between.
    public var oldestInOrder: Timestamp?
    /// True if the order of the items proves nothing, because they are not sorted by time or could be sorted either way.
    public var isUnordered: Bool = false
    /// True if an answer to a request for an older page begins with the source's newest items, since it was read from the top.
    public var beginsAtTop: Bool = false
    /// True if this is the source's first newest page with items, and ``next`` is no guess: a page before that claimed
    /// everything can have been empty by mistake.
    public var isFirstWithItems: Bool = false
    /// True if a newest page ends with another item than the one before, and false if that is unknown. So its last item is not
    /// at the end of every page.
    public var endsAnew: Bool = false
    /// True if the items are all of the pages that were read, and the source may have given them other identities than before.
    /// An unknown item that equals a stored one, whose identity is not on these pages, is then that one.
    public var mayRenameItems: Bool = false
    /// The error that cut the page short, such as a truncated document. It becomes the cause of what is missing
    /// directly below the completed range.
    public var interruption: SupplierError?
    /// A warning about a usable answer, such as a truncated document, with the source and the place.
    public var warning: Message?

    public init(
        items: [SourceItem] = [], claims: [Claim] = [], next: Token? = nil, end: FetchEnd = .unknown,
        isUnchanged: Bool = false, deleted: [String] = [], omissionsAreDeletions: Bool = false,
        filtered: [FilteredAtSource] = [], budget: FetchBudget = FetchBudget(), memory: String? = nil,
        sourceName: String? = nil, warning: Message? = nil, bytes: Int? = nil
    ) {
        self.items = items
        self.claims = claims
        self.next = next
        self.end = end
        self.isUnchanged = isUnchanged
        self.deleted = deleted
        self.omissionsAreDeletions = omissionsAreDeletions
        self.filtered = filtered
        self.budget = budget
        self.memory = memory
        self.sourceName = sourceName
        self.warning = warning
        self.bytes = bytes
    }
}
