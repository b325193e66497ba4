/// Where to go on in a source's stream. Opaque to everybody but the supplier that gave it.
public struct Token: Hashable, Sendable, Codable {
    /// The supplier's own words.
    public let rawValue: String
    /// When it stops working, where the supplier knows.
    public let expires: Timestamp?

    /// Makes a token.
    public init(_ rawValue: String, expires: Timestamp? = nil) {
        self.rawValue = rawValue
        self.expires = expires
    }
}

/// Which way a stream is read.
public enum FetchSide: String, Hashable, Sendable, Codable {
    /// From newer to older.
    case older
    /// From older to newer, beginning with what is adjacent. Only for suppliers that say that they can.
    case newer
}

/// Why somebody asks for what is new.
public enum RefreshOccasion: String, Hashable, Sendable, Codable {
    /// Somebody asked for it, and waits.
    case wanted
    /// It was time to look. A source that is not due yet may be left in peace: its supplier then says that nothing has
    /// changed, and what appeared meanwhile comes late.
    case routine
}

/// One page asked of a supplier.
public struct FetchRequest: Hashable, Sendable {
    /// Where the page begins.
    public enum Origin: Hashable, Sendable {
        /// At the newest item that there is.
        case newest
        /// Where `token` stands. `edge` is the bound of coverage there: everything between the edge and the token's
        /// place was delivered with the page that gave the token, so a claim that answers this begins at `edge`.
        case token(Token, edge: Timestamp)
        /// Next to a known ticket. For when a token was lost or has expired.
        case anchor(OrderKey, edge: Timestamp)
        /// At a time; only for suppliers that can read time ranges.
        case time(Timestamp)
    }

    /// Which way to read.
    public var side: FetchSide
    /// Where to begin.
    public var origin: Origin
    /// How far the caller wants to get; a hint that a supplier may exceed or not reach. Nil: as far as one page goes.
    public var bound: Timestamp?
    /// How many items the caller wants at most; a supplier may deliver more where that costs nothing.
    public var maximum: Int
    /// What the supplier asked to be reminded of with its last committed answer (validators, cursors).
    public var memory: String?
    /// The time of day of this request. Suppliers take it from here and from nowhere else.
    public var now: Timestamp
    /// Why it is asked. What a supplier is asked by fills of gaps is always wanted.
    public var occasion: RefreshOccasion

    /// Asks for a page.
    public init(
        side: FetchSide = .older, origin: Origin, bound: Timestamp? = nil, maximum: Int = 60, memory: String? = nil,
        now: Timestamp, occasion: RefreshOccasion = .wanted
    ) {
        self.side = side
        self.origin = origin
        self.bound = bound
        self.maximum = maximum
        self.memory = memory
        self.now = now
        self.occasion = occasion
    }
}

/// Why a page ended where it did.
public enum FetchEnd: String, Hashable, Sendable, Codable {
    /// The source has more; `next` leads there.
    case more
    /// The bound that was asked for is reached.
    case reachedBound
    /// The stream begins here: there is nothing older.
    case trueEnd
    /// The source keeps no more than this: there may have been older items once.
    case retentionLimit
    /// Something older follows, as the source itself says, and it is not there any more; `next` leads to where it was.
    case gone
    /// The source does not page further than this.
    case depthLimit
    /// The source does not say.
    case unknown
}

/// What a source promises of its next answers.
public struct FetchBudget: Hashable, Sendable, Codable {
    /// Not before this time.
    public var retryAt: Timestamp?
    /// Requests left in the source's current period.
    public var requestsLeft: Int?
    /// When asking again could bring something new, as far as the source says (cache lifetimes, `ttl`).
    public var freshUntil: Timestamp?
    /// By routine (``RefreshOccasion/routine``) not before this time, whoever else is asked then. For suppliers that cannot
    /// say that nothing has changed without asking their source.
    public var routineAt: Timestamp?

    /// Makes a budget; absent parts are not known.
    public init(
        retryAt: Timestamp? = nil, requestsLeft: Int? = nil, freshUntil: Timestamp? = nil,
        routineAt: Timestamp? = nil
    ) {
        self.retryAt = retryAt
        self.requestsLeft = requestsLeft
        self.freshUntil = freshUntil
        self.routineAt = routineAt
    }
}

/// An item that the source itself left out, with the rule that did it.
public struct FilteredAtSource: Hashable, Sendable {
    /// The source's name for the item, where it gives one.
    public var item: String?
    /// The rule, in words.
    public var rule: String

    /// Makes a record of an item left out.
    public init(item: String?, rule: String) {
        self.item = item
        self.rule = rule
    }
}

/// One page, answered.
///
/// A source that keeps a window (``SupplierTraits/Shape/window``) claims from `now` down to the second above its oldest
/// item, with the end ``FetchEnd/retentionLimit`` (or ``FetchEnd/more`` and `next`, where it can be paged); an empty
/// window claims everything. Without dates it claims nothing: the engine then works the claim out from the places that
/// the items have. Where two windows do not meet, the engine says so by a gap.
public struct FetchAnswer: Sendable {
    /// The items, in whatever order; duplicates and items outside the bound are allowed.
    public var items: [SourceItem]
    /// What is now complete. See ``Claim`` and ``FetchRequest/Origin`` for where a claim may begin. With
    /// ``FetchEnd/trueEnd`` everything older is complete too, claimed or not.
    public var claims: [Claim]
    /// Where the next page in this direction begins.
    public var next: Token?
    /// Why the page ended.
    public var end: FetchEnd
    /// Whether the source says that nothing has changed since the answer that gave ``FetchRequest/memory`` (HTTP 304,
    /// an equal digest of the document), or is not due yet (``RefreshOccasion/routine``). Items and claims stay empty then: the engine takes what it had claimed as the
    /// newest stretch to reach up to ``FetchRequest/now``. Never without memory in the request.
    public var isUnchanged: Bool
    /// Items deleted at the source, by its own names. Edits come as items.
    public var deleted: [String]
    /// Whether a known item whose time is claimed here and that is not among ``items`` was deleted at the source. Only
    /// for sources that show deletion in no other way, whose items never change their time and all have one: elsewhere
    /// an item that is not listed any more is kept.
    public var omissionsAreDeletions: Bool
    /// What the source left out.
    public var filtered: [FilteredAtSource]
    /// What the source promises of its next answers.
    public var budget: FetchBudget
    /// What to be reminded of with the next request; stored in the same transaction as the items, so that a validator
    /// can never outlive the items it vouches for. Nil leaves the memory as it is.
    public var memory: String?
    /// What the source calls itself, where the answer says so.
    public var sourceName: String?
    /// Where the source says that it is from now on, where it has moved for good; nil leaves what is known of that as it is.
    public var sourceAddress: String?
    /// How many bytes were read for it, unpacked; nil where the supplier does not know. For statistics.
    public var bytes: Int?
    /// How many items appeared since the answer that gave ``FetchRequest/memory`` and are in the source's window no more, where
    /// the source counts its items; nil elsewhere. Matters only where the two windows do not meet.
    public var lost: Int?
    /// What lies between where an older page was asked for and where its items begin, and cannot be read: the way leads past it. It
    /// begins where the page was asked for, and is marked as out of reach until something claims it.
    public var unread: Timeframe?
    /// Why it ends before what the source has at this place, such as that its document broke off: what is missing directly below
    /// what it completes is missing because of that.
    public var interruption: SupplierError?
    /// A warning about an answer that was used all the same, such as a truncated document, or `nil` if there is none.
    public var remark: Message?

    /// Makes an answer.
    public init(
        items: [SourceItem] = [], claims: [Claim] = [], next: Token? = nil, end: FetchEnd = .unknown,
        isUnchanged: Bool = false, deleted: [String] = [], omissionsAreDeletions: Bool = false,
        filtered: [FilteredAtSource] = [],
        budget: FetchBudget = FetchBudget(),
        memory: String? = nil, sourceName: String? = nil, remark: Message? = nil, bytes: Int? = nil
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
        self.remark = remark
        self.bytes = bytes
    }
}
