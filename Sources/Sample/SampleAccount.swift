import EngineConcepts
import FeedParsing

/// The account of the sample, which follows, mutes and posts. Nothing leaves the program.
struct SampleAccount: AccountClient {
    /// The source whose stream contains what it posts.
    let stream: SupplierID
    let conversation: SampleConversation
    let relations: SampleRelations

    private static let handle = "@you@fedi.example"
    private static let own = "own."

    var id: AccountID { "sample:you@fedi.example" }
    var name: String { Self.handle }
    var home: SupplierID? { stream }

    /// All actions on people.
    var personActions: [PersonAction: ActionRepetition] {
        Dictionary(uniqueKeysWithValues: PersonAction.allCases.map { ($0, .safe) })
    }

    var accountActions: [AccountAction.Kind: ActionRepetition] {
        Dictionary(uniqueKeysWithValues: AccountAction.Kind.allCases.map { ($0, .safe) })
    }

    /// Returns true for the account's own posts.
    static func isOwn(_ item: String) -> Bool { item.hasPrefix(own) }

    func rules(now: Timestamp) async throws(SupplierError) -> PostRules {
        PostRules(maximumLength: 500, maximumMedia: 4)
    }

    func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person {
        Person(account: id, id: handle, handle: handle)
    }

    func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome {
        relations.perform(request.action, on: person.id)
        return .done(nil)
    }

    func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation {
        person.id == Self.handle ? .own : relations.relation(to: person.id)
    }

    /// Reaches everybody with a handle: the sample has one network for all.
    func handle(for key: AuthorKey) -> String? { key.handle }

    func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome {
        guard case .post(let draft) = request.action else { return .done(nil) }
        let author = Author(id: "you", name: "You", handle: Self.handle)
        let body = TicketBody(
            text: .styled(PlainText.styled(draft.text, marksEntities: true)), author: author,
            counts: Counts(replies: 0, boosts: 0, likes: 0), replyTo: draft.inReplyTo?.post,
            contentWarning: draft.contentWarning, language: draft.language)
        let item = SourceItem(id: Self.own + request.id.rawValue, orderTime: request.now, body: body)
        let post = conversation.threaded(item, at: request.now)
        conversation.own.keep(post)
        return .done(post)
    }
}
