public import EngineConcepts
import FoundationBasics

/// The reason for writing a post.
public nonisolated enum PostOrigin: Hashable, Sendable, Codable {
    /// A post of its own.
    case new
    case reply(TicketID)
    /// A post that quotes a ticket.
    case quote(TicketID)
    /// A change of the account's own post.
    case edit(TicketID)

    /// The ticket that the post refers to, or `nil` if there is none.
    var ticket: TicketID? {
        switch self {
        case .new: nil
        case .reply(let ticket), .quote(let ticket), .edit(let ticket): ticket
        }
    }
}

/// An unsent post. Each is one setting of the store, so that an action can replace it in its own transaction and several
/// processes can write drafts.
public nonisolated struct StoredDraft: Hashable, Codable, Sendable, Identifiable {
    public var id: Int
    public var origin: PostOrigin
    /// The account that posts, or `nil` for the source of the ticket.
    var account: AccountID?
    /// The other accounts that post the same, or `nil` if there are none.
    var others: [AccountID]?
    /// The reason why a server refused the post, or `nil` if none did.
    public var reason: Message?
    public var post: PostDraft
    /// The time of the last change.
    public var time: Timestamp
    /// True while the post waits for the end of the time in which it can be taken back, otherwise `nil`. A draft that is
    /// found so at a start was not sent.
    var isWaiting: Bool?
    /// True if it was sent or scheduled before and came back, otherwise `nil`.
    var isReturned: Bool?

    /// True if the user left it on the compose screen, which continues it unasked. A post that came back from a server is
    /// continued only when the user chooses it: nobody expects its text in front of a new one.
    var isContinuedUnasked: Bool { reason == nil && isReturned != true }

    public var accounts: [AccountID] {
        get { [account].compactMap(\.self) + (others ?? []) }
        set {
            account = newValue.first
            others = newValue.count > 1 ? Array(newValue.dropFirst()) : nil
        }
    }

    init(
        id: Int, origin: PostOrigin, accounts: [AccountID], reason: Message? = nil, isReturned: Bool = false,
        post: PostDraft, time: Timestamp
    ) {
        self.id = id
        self.origin = origin
        self.reason = reason
        self.isReturned = isReturned ? true : nil
        self.post = post
        self.time = time
        self.accounts = accounts
    }

    /// Creates the draft that keeps the post of an action that was refused or cancelled, with the rest of a thread.
    /// Returns `nil` if the action publishes no text, or is a cancelled one on a ticket.
    public init?(keeping action: PendingAction, at now: Timestamp) {
        let reason: Message?
        switch action.state {
        case .refused(let error): reason = error.message
        case .dropped:
            guard action.ticket == nil else { return nil }
            reason = nil
        case .waiting, .running, .retrying, .uncertain, .expired, .done: return nil
        }
        let id = Self.id(of: action.id)
        switch action.request {
        case .account(.post(let draft), let account):
            self.init(draft.joined, by: account, id: id, because: reason, at: now)
        case .ticket(.reply(let text), let ticket):
            self.init(
                id: id, origin: .reply(ticket), accounts: [], reason: reason, isReturned: true, post: PostDraft(text),
                time: now)
        case .ticket(.edit(let post), let ticket):
            self.init(
                id: id, origin: .edit(ticket), accounts: [], reason: reason, isReturned: true, post: post, time: now)
        default: return nil
        }
    }

    /// Creates the draft of a post that came back to an account, which is a reply, a quotation or a post of its own by what
    /// it refers to.
    private init(_ post: PostDraft, by account: AccountID, id: Int, because reason: Message? = nil, at now: Timestamp) {
        let origin = post.inReplyTo?.ticket.map(PostOrigin.reply) ?? post.quote?.ticket.map(PostOrigin.quote) ?? .new
        self.init(
            id: id, origin: origin, accounts: [account], reason: reason, isReturned: true, post: post, time: now)
    }

    /// Creates the draft of a scheduled post that was cancelled.
    public init(cancelled post: ScheduledPost, by account: AccountID, at now: Timestamp) {
        self.init(post.draft, by: account, id: Self.newID(at: now), at: now)
    }

    // MARK: The setting

    /// The beginning of the names of all settings with drafts.
    static let prefix = "draft."

    var name: String { Self.name(of: id) }

    static func name(of id: Int) -> String { "\(prefix)\(id)" }

    /// The setting that stores the draft.
    public var setting: SettingChange {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return SettingChange(name, to: String(decoding: try encoder.encode(self), as: UTF8.self))
        }
    }

    init(stored text: String) throws { self = try JSONDecoder().decode(StoredDraft.self, from: Data(text.utf8)) }

    // MARK: Identities

    /// The largest identity. Identities fit into the numbers of JSON.
    private static let maximumID = Int(1) << 53 - 1

    /// Returns the identity of the draft that keeps the post of an action; always the same, so that it is kept once.
    static func id(of action: ActionID) -> Int {
        Int(truncatingIfNeeded: StableHash.fnv1a(action.rawValue.utf8) >> 1) & maximumID
    }

    /// Returns an identity for a draft that is begun at `now`: larger than those before, and different from those that
    /// other processes choose.
    static func newID(at now: Timestamp, after last: Int = 0) -> Int {
        let (product, overflows) = now.milliseconds.multipliedReportingOverflow(by: 1000)
        let time = overflows ? 0 : Int(truncatingIfNeeded: product) & maximumID
        return max(time + Int.random(in: 0..<1000), last + 1)
    }
}
