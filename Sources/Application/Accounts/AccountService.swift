package import EngineConcepts
import FiberConfiguration
import Networking
package import Suppliers

/// The accounts of the user: in `library.toml`, with their tokens in the secrets file.
package struct AccountService {
    let sources: SourceService

    /// Returns a place in which a token waits until the account's name is known. Another sign-in that ends at the same time has
    /// another one: no server may get the token of another server.
    private static func waitingPlace() -> SourceAccess.Secret {
        .stored("token of new account \(UInt64.random(in: .min ... .max))")
    }
    private static let tokenName = "token"
    private static let applicationName = "application"

    private var dependencies: SupplierDependencies { sources.factory.dependencies }

    private var time: any TimeSource { sources.factory.time }

    /// Returns the accounts in the order of the file.
    package func accounts() throws -> [Account] { try sources.file.read().accounts }

    /// Returns the account that `text` means. Throws a ``CommandFailure`` if there is none.
    package func account(named text: String) throws -> Account {
        let accounts = try accounts()
        if let account = AccountDirectory(accounts).account(meantBy: text) { return account }
        guard !accounts.isEmpty else { throw CommandFailure(Message("noAccounts")) }
        throw CommandFailure(
            Message("accountNotFound", ["account": .text(text), "known": .list(accounts.map { .text($0.id) })]))
    }

    /// Finds the server that `text` means.
    package func server(named text: String) async throws -> DescribedServer {
        try await AccountCatalog.standard.server(named: text, dependencies, now: time.now())
    }

    /// Begins a sign-in. Use ``AccountSignIn``, which also waits for its answer.
    func beginSignIn(at place: DescribedServer, _ terms: SignInTerms) async throws -> SignIn {
        try await place.descriptor.beginSignIn(at: place.server, terms, dependencies, now: time.now())
    }

    /// Completes a sign-in and adds its account.
    func complete(
        _ signIn: SignIn, with answer: SignInAnswer, by descriptor: any AccountDescriptor
    ) async throws -> Account {
        if let refusal = answer.refusal {
            throw SupplierError(
                .notAuthorised, Message("signInDenied", ["host": .text(signIn.server.handleHost)]), cause: refusal)
        }
        let grant = try await descriptor.complete(signIn, with: answer, dependencies, now: time.now())
        return try await add(
            at: DescribedServer(grant.server, descriptor), token: grant.token,
            application: signIn.application.isEmpty ? nil : signIn.application)
    }

    /// Adds the account of an access token or a password that the user has already.
    package func add(at place: DescribedServer, secret: String) async throws -> Account {
        let token = try await place.descriptor.token(
            forSecret: secret, at: place.server, dependencies, now: time.now())
        return try await add(at: place, token: token)
    }

    /// Adds the account that a token opens, or gives a known account a new token.
    ///
    /// - Parameter application: ``SignIn/application``, or `nil` if the token came from elsewhere.
    package func add(at place: DescribedServer, token: String, application: String? = nil) async throws -> Account {
        try await add(at: place, token: token, application: application, waitingIn: Self.waitingPlace())
    }

    /// Adds the account that a token opens, which waits in `waitingPlace` meanwhile.
    func add(
        at place: DescribedServer, token: String, application: String? = nil,
        waitingIn waitingPlace: SourceAccess.Secret
    ) async throws -> Account {
        await dependencies.keyring.set(token, for: waitingPlace)
        // Afterwards a refused token is forgotten, and the stored one counts, which another process may renew.
        var account = try await withCleanup {
            try await self.account(at: place, openedBy: waitingPlace)
        } cleanUp: {
            await dependencies.keyring.reset(waitingPlace)
        }
        var offer = AccessOffer(for: account)
        let secret = offer.addSecret(token, as: Self.tokenName)
        if let application { _ = offer.addSecret(application, as: Self.applicationName) }
        account.access = SourceAccess(authentication: .token(secret))
        try sources.saveSecrets(offer.secrets)
        await dependencies.keyring.reset(secret)
        try await put(account, at: place.server)
        return account
    }

    /// Adds the account that the token printed by a command opens. The command runs at every start.
    package func add(at place: DescribedServer, tokenCommand words: [String]) async throws -> Account {
        let account = try await account(at: place, openedBy: .command(words))
        let former = try accounts().first { $0.id == account.id }
        try await put(account, at: place.server)
        // Nothing needs the stored token any more.
        if case .token(.stored)? = former?.access?.authentication { try removeSecrets(of: account) }
        return account
    }

    /// Returns the account that a token opens. A server that refuses it did not know any account before.
    private func account(
        at place: DescribedServer, openedBy token: SourceAccess.Secret
    ) async throws(SupplierError) -> Account {
        do throws(SupplierError) {
            return try await place.descriptor.account(
                at: place.server, with: SourceAccess(authentication: .token(token)), dependencies, now: time.now())
        } catch  where error.reason == .accountSignInAgain {
            throw SupplierError(
                .notAuthorised, Message("newTokenRefused", ["host": .text(place.server.handleHost)]),
                cause: error.cause)
        }
    }

    private func put(_ account: Account, at server: AccountServer) async throws {
        try await sources.change { $0.put(account) }
        try await dependencies.accounts.record(server, of: account.id)
    }

    /// Checks that the account's token still opens this account. Returns the server's current description. Throws if the
    /// account is signed out, its token opens another one, or the server refuses it.
    package func check(_ account: Account) async throws -> AccountServer {
        guard let descriptor = AccountCatalog.standard[account.kind] else {
            throw CommandFailure(Message("accountKindUnknown", ["kind": .text(account.kind.rawValue)]))
        }
        guard let access = account.access else {
            throw SupplierError(
                .notAuthorised,
                Message("accountSignInAgain", ["account": .text(account.id), "host": .text(account.server)]))
        }
        var server = try await descriptor.server(named: account.server, dependencies, now: time.now())
        server.person = account.id
        let opened = try await descriptor.account(at: server, with: access, dependencies, now: time.now())
        guard opened.id == account.id else {
            throw CommandFailure(
                Message("accountIsAnother", ["account": .text(account.id), "found": .text(opened.id)]))
        }
        try await dependencies.accounts.record(server, of: account.id)
        return server
    }

    /// Removes an account with its secrets, and revokes its token if Fiber obtained it.
    ///
    /// - Returns: The sources that need the account, and the reason if the server did not forget the token.
    package func remove(_ account: Account) async throws -> (needing: [SourceDescription], warning: Message?) {
        let warning = await revoke(account)
        let needing = try sourcesNeeding(account)
        try await sources.change { $0.removeAccount(account.id) }
        try await dependencies.accounts.removeMemory(of: account.id)
        try removeSecrets(of: account)
        return (needing, warning)
    }

    /// Deletes the secrets that a sign-in has stored for an account.
    private func removeSecrets(of account: Account) throws {
        for kind in [Self.tokenName, Self.applicationName] {
            try sources.secrets.put(nil, named: AccessOffer.name(of: kind, at: account.id))
        }
    }

    private func revoke(_ account: Account) async -> Message? {
        guard case .token(.stored(let token)) = account.access?.authentication,
            let descriptor = AccountCatalog.standard[account.kind]
        else { return nil }
        do {
            let application = AccessOffer.name(of: Self.applicationName, at: account.id)
            // Where passwords are exchanged, Fiber itself opened every session; a token may have come from elsewhere.
            let made = descriptor.takesPasswords ? "" : nil
            guard let application = try sources.secrets.value(named: application) ?? made,
                let token = try sources.secrets.value(named: token)
            else { return nil }
            try await descriptor.signOut(account, application: application, token: token, dependencies, now: time.now())
            return nil
        } catch {
            return Message("tokenNotRevoked", ["server": .text(account.server), "reason": .message(Message(error))])
        }
    }

    /// Returns the sources that are timelines of the account.
    func sourcesNeeding(_ account: Account) throws -> [SourceDescription] {
        try sources.file.read().sources.filter { Self.needs($0, account) }
    }

    /// Returns true if the source is a timeline of the account.
    private static func needs(_ source: SourceDescription, _ account: Account) -> Bool {
        let rest = source.address.drop { $0 != ":" }.dropFirst()
        return rest.prefix { $0 != "/" } == account.id[...]
            && AccountCatalog.standard[account.kind]?.kind.rawValue == String(source.address.prefix { $0 != ":" })
    }
}
