package import EngineConcepts
import EngineStandard
import ViewModels

/// Makes the posts of accounts from one text.
package struct PostComposer {
    /// An account that can post.
    typealias Sender = (account: Account, client: any AccountClient)

    /// All accounts, in the order of the library.
    let senders: [Sender]
    let people: People
    /// Returns the account through which the source of a ticket is read, or `nil` if there is none.
    let reader: (Ticket) -> AccountID?
    let time: any TimeSource

    /// Returns the actions that publish a post, one for each account.
    ///
    /// - Parameters:
    ///   - wanted: The text, and what the user wants to be different from a usual post.
    ///   - named: The accounts that post. May be empty for a reply and a quotation, which only the account that reads the
    ///     ticket can post.
    ///   - cutsText: True to cut a text that is too long for a post into a thread, false to refuse it.
    package func acts(
        for wanted: PostDraft, by named: [Account], replyingTo parent: Ticket?, quoting quoted: Ticket?, cutsText: Bool
    ) async throws -> [OutboxRequest.Act] {
        var accounts = named.uniqued(by: \.id)
        if let referred = parent ?? quoted {
            guard let id = reader(referred), let owner = senders.first(where: { $0.client.id == id })?.account else {
                if let parent, named.isEmpty, quoted == nil {
                    guard wanted == PostDraft(wanted.text) else {
                        throw CommandFailure(Message("replyIsTextAlone", ["ticket": .text(parent.id.description)]))
                    }
                    return [.ticket(.reply(wanted.text), parent.id)]
                }
                throw CommandFailure(Message("replyUnsupported", ["ticket": .text(referred.id.description)]))
            }
            guard named.allSatisfy({ $0.id == owner.id }) else {
                throw CommandFailure(
                    Message("replyAccount", ["account": .text(owner.id), "ticket": .text(referred.id.description)]))
            }
            accounts = [owner]
        }
        let names = MentionTranslator(accounts: senders.map { $0.client }, people: people, now: time.now())
        var acts: [OutboxRequest.Act] = []
        for account in accounts {
            guard let client = senders.first(where: { $0.account.id == account.id })?.client else { continue }
            let draft = draft(wanted, by: account, replyingTo: parent, quoting: quoted)
            let translated = try await names.translated(draft, at: client.id)
            acts.append(.post(try await fitted(translated, by: client, cutsText), client.id))
        }
        return acts
    }

    /// Returns the post of an account: a usual one but for what is wanted.
    private func draft(
        _ wanted: PostDraft, by account: Account, replyingTo parent: Ticket?, quoting quoted: Ticket?
    ) -> PostDraft {
        let text = wanted.text
        var draft = parent.map { PostDraft(text, replyingTo: $0, by: account.handle) } ?? PostDraft(text)
        if let quoted { draft.quote = PostDraft(text, quoting: quoted).quote }
        if let visibility = wanted.visibility { draft.visibility = visibility }
        if let warning = wanted.contentWarning { draft.contentWarning = warning }
        draft.language = wanted.language
        draft.scheduled = wanted.scheduled
        draft.media = wanted.media
        return draft
    }

    /// The length in bytes up to which a text is short enough for every server, so that none is asked for its rules.
    private static let shortText = 200

    /// Returns a draft that is short enough for the account's server, as a thread if that is wanted. Without an answer of the
    /// server, the draft is sent as it is, and the server decides.
    private func fitted(_ draft: PostDraft, by client: any AccountClient, _ cutsText: Bool) async throws -> PostDraft {
        guard draft.text.utf8.count > Self.shortText else { return draft }
        let rules: PostRules
        do {
            rules = try await client.rules(now: time.now())
        } catch {
            guard cutsText else { return draft }
            throw error
        }
        guard let limit = rules.maximumLength, rules.length(of: draft) > limit else { return draft }
        let values: [String: Message.Argument] = ["account": .text(client.name), "limit": .number(limit)]
        guard cutsText else {
            throw CommandFailure(Message("postTooLong", values), advice: Message("postTooLongAdvice"))
        }
        guard let cut = rules.thread(of: draft) else { throw CommandFailure(Message("postUncut", values)) }
        return cut
    }
}

extension PostComposer {
    package init(_ context: AppContext) async throws {
        self.init(
            senders: try context.accounts.accounts()
                .compactMap { account in
                    context.client(of: account).map { (account: account, client: $0) }
                },
            people: await context.notes.state().people,
            reader: { [controlUnit = context.sources.controlUnit] ticket in
                controlUnit.supplier(for: ticket.supplier.rawValue)?.account?.id
            }, time: context.time)
    }
}
