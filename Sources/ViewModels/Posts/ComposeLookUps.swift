import EngineConcepts

/// Looks up what is to be known to write a post: the rules of servers, the names in its text, and completions. Newer names and
/// completions cancel those before.
final class ComposeLookUps {
    /// The number of completions that are looked up.
    private static let maximumCompletions = 8

    private let posting: any PostingServices
    private let session: Session
    /// The accounts whose servers are being asked for their rules.
    private var asked: Set<AccountID> = []
    private var naming: Task<Void, Never>?
    private var completing: Task<Void, Never>?

    init(_ posting: any PostingServices, session: Session) {
        self.posting = posting
        self.session = session
    }

    func cancel() {
        cancelNames()
        cancelCompletions()
    }

    // MARK: Servers

    /// Asks the server of each account for its rules, unless it is being asked, and calls `use` with them, but not if it does
    /// not answer.
    func rules(of accounts: [PostingAccount], _ use: @escaping (PostingAccount, PostRules) -> Void) {
        for account in accounts where asked.insert(account.id).inserted {
            session.activity.run { [self] in
                defer { asked.remove(account.id) }
                do {
                    use(account, try await posting.rules(of: account.id))
                } catch {
                    session.messages.log(.readFailed, error)
                }
            }
        }
    }

    // MARK: Names

    /// Looks up names at the networks of accounts. Those that cannot be looked up stay as they are.
    ///
    /// - Parameters:
    ///   - use: Called with each name, once it is known.
    ///   - finish: Called after the last one, unless it was cancelled.
    func names(
        _ names: [ComposeAccounts.UnknownName],
        _ use: @escaping (ComposeAccounts.UnknownName, MentionCounterpart) -> Void, then finish: @escaping () -> Void
    ) {
        cancelNames()
        naming = session.activity.run { [posting, session] in
            for name in names {
                let found: MentionCounterpart
                do {
                    found = try await posting.counterpart(
                        of: name.name, at: name.account.id, among: session.notes.people)
                } catch {
                    if Task.isCancelled { return }
                    session.messages.log(.readFailed, error)
                    found = .unknown
                }
                use(name, found)
            }
            if !Task.isCancelled { finish() }
        }
    }

    func cancelNames() { naming?.cancel() }

    // MARK: Completions

    /// Looks up completions of the beginning of a word, and calls `use` with them unless it was cancelled.
    func completions(
        of prefix: CompletionPrefix, _ use: @escaping (ComposeState.Completions?) -> Void
    ) {
        cancelCompletions()
        let limit = Self.maximumCompletions
        completing = session.run { [posting] in
            let words = try await posting.completions(of: prefix.word, limit: limit)
            if !Task.isCancelled { use(prefix.completions(words)) }
        }
    }

    func cancelCompletions() { completing?.cancel() }
}
