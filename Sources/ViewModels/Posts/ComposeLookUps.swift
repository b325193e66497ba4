import EngineConcepts

/// Looks up what is to be known to write a post: the rules of servers, the names in its text, and completions. Newer names and
/// completions cancel those before.
final class ComposeLookUps {
    /// The number of completions that are looked up.
    private static let maximumCompletions = 8

    /// A name at the network of an account.
    private nonisolated struct NameAtAccount: Hashable {
        let name: String
        let account: AccountID

        init(_ unknown: ComposeAccounts.UnknownName) {
            name = unknown.name
            account = unknown.account.id
        }
    }

    private let posting: any PostingServices
    private let session: Session
    /// The accounts whose servers are being asked for their rules.
    private var asked: Set<AccountID> = []
    /// The names whose last look-up failed.
    private var failed: Set<NameAtAccount> = []
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

    /// Returns true if the last look-up of a name failed. It is not repeated with each letter that is typed.
    func hasFailed(_ name: ComposeAccounts.UnknownName) -> Bool { failed.contains(NameAtAccount(name)) }

    /// Looks up names at the networks of accounts.
    ///
    /// - Parameters:
    ///   - use: Called with each name, once it is known, but not with one whose look-up fails.
    ///   - finish: Called after the last one, unless it was cancelled.
    func names(
        _ names: [ComposeAccounts.UnknownName],
        _ use: @escaping (ComposeAccounts.UnknownName, MentionCounterpart) -> Void, then finish: @escaping () -> Void
    ) {
        cancelNames()
        naming = session.activity.run { [self] in
            for name in names {
                do {
                    let found = try await posting.counterpart(
                        of: name.name, at: name.account.id, among: session.notes.people)
                    failed.remove(NameAtAccount(name))
                    use(name, found)
                } catch {
                    if Task.isCancelled { return }
                    session.messages.log(.readFailed, error)
                    failed.insert(NameAtAccount(name))
                }
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
