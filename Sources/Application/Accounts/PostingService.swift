package import EngineConcepts
import EngineStandard
import Foundation
import Storage
package import ViewModels

/// The accounts, rules, completions and files for the compose screen.
package struct PostingService: PostingServices {
    let controlUnit: ModularControlUnit
    let store: TrackDatabase
    let time: any TimeSource

    package func accounts() async -> [PostingAccount] {
        await controlUnit.accounts.filter { $0.accountActions[.post] != nil }.map { PostingAccount($0) }
    }

    package func account(of ticket: Ticket) async -> AccountID? {
        controlUnit.supplier(for: ticket.supplier.rawValue)?.account?.id
    }

    package func rules(of account: AccountID) async throws -> PostRules {
        guard let client = await controlUnit.accounts.first(where: { $0.id == account }) else { return PostRules() }
        return try await client.rules(now: time.now())
    }

    package func person(_ handle: String, seenBy account: AccountID) async throws -> Person {
        try await client(account).person(named: handle, now: time.now())
    }

    package func personWithRelation(named handle: String, seenBy account: AccountID) async throws -> PersonWithRelation
    {
        try await client(account).personWithRelation(named: handle, now: time.now())
    }

    private func client(_ account: AccountID) async throws -> any AccountClient {
        guard let client = await controlUnit.accounts.first(where: { $0.id == account }) else {
            throw SupplierError.unsupportedAction(of: account.rawValue)
        }
        return client
    }

    package func scheduledPosts() async -> [(account: PostingAccount, post: ScheduledPost)] {
        // A server that does not answer must not keep the drafts from being listed.
        let clients = await controlUnit.accounts.filter { $0.accountActions[.post] != nil }
        return await ScheduledPosts(of: clients, at: time.now()).all
            .map { (account: PostingAccount($0.account), post: $0.post) }
    }

    package func cancelScheduled(_ id: String, by account: AccountID) async throws {
        try await client(account).cancelScheduled(id, now: time.now())
    }

    package func counterpart(
        of mention: String, at account: AccountID, among people: People
    ) async throws -> MentionCounterpart {
        try await MentionTranslator(accounts: await controlUnit.accounts, people: people, now: time.now())
            .counterpart(of: mention, at: account)
    }

    package func authors(of person: LinkedPerson) async -> [AuthorAccounts] {
        let accounts = await controlUnit.accounts
        return person.identities.map { identity in
            let reaching = accounts.compactMap { account in
                account.handle(for: identity.key).map { (handle: $0, account: account) }
            }
            guard let handle = reaching.first?.handle else { return AuthorAccounts(name: identity.text) }
            return AuthorAccounts(
                name: handle, accounts: reaching.filter { $0.handle == handle }.map { PostingAccount($0.account) })
        }
    }

    package func draft(of ticket: Ticket) async throws -> PostDraft {
        guard let source = controlUnit.supplier(for: ticket.supplier.rawValue) as? any PostEditing else {
            throw SupplierError.unsupportedAction(of: ticket.supplier.rawValue)
        }
        return try await source.draft(of: ticket, now: time.now())
    }

    package func completions(of word: String, limit: Int) async throws -> [String] {
        guard word.hasPrefix("#") else { return try await store.handles(beginningWith: word, limit: limit) }
        return try await store.tags(beginningWith: String(word.dropFirst()), limit: limit).map { "#\($0)" }
    }

    @concurrent
    package func medium(at path: String) async throws -> PostDraft.Medium {
        let path = path.absolutePath
        guard FileManager.default.isReadableFile(atPath: path), !FileManager.default.isDirectory(path) else {
            throw SupplierError(.unsupported, Message("mediumUnreadable", ["file": .text(path)]))
        }
        return PostDraft.Medium(.file(path))
    }
}

extension PostingAccount {
    fileprivate init(_ client: any AccountClient) {
        self.init(
            id: client.id, handle: client.name, personActions: Set(client.personActions.keys),
            actions: Set(client.accountActions.keys))
    }
}
