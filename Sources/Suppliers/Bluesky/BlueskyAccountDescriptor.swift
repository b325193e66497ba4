import EngineConcepts
import FeedParsing
import Networking
import WebText

/// Accounts of the AT Protocol at any personal data server: by OAuth in the browser, or by app passwords.
///
/// A password is exchanged for a session at once and never stored; a session is stored and renewed.
struct BlueskyAccountDescriptor: AccountDescriptor {
    let kind = AccountKind.bluesky
    let name = "Bluesky"
    let takesPasswords = true

    /// The page on which people make passwords.
    private static let passwordPage = "https://bsky.app/settings/app-passwords"

    // MARK: Servers

    /// Recognises a handle, an identifier, or a server by its description of itself.
    func server(
        named text: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> AccountServer {
        let bare = TextSanitizer.line(text).withoutAtSign
        let resolver = BlueskyResolver(dependencies)
        switch ATIdentifier(bare) {
        case .did(let did)?:
            return try await server(of: try await resolver.identity(of: did, now: now), dependencies, now: now)
        case .handle(let handle)?:
            // A server's own host can be a handle too, but is one only if it says so.
            if await resolver.publishedIdentifier(of: handle) == nil,
                let found = await described(WebAddress.origin(ofServer: handle.text), dependencies, now: now)
            {
                return found
            }
            do throws(SupplierError) {
                let identity = try await resolver.identity(of: .handle(handle), now: now)
                return try await server(of: identity, dependencies, now: now)
            } catch {
                guard error.reason == .personNotFound else { throw error }
                throw .serverUnknown(bare, cause: error.description)
            }
        case nil:
            let site = WebAddress.isWeb(bare) ? bare : WebAddress.origin(ofServer: bare.lowercased())
            guard !bare.contains("@"), let origin = BlueskyResolver.origin(of: site),
                let found = await described(origin, dependencies, now: now)
            else { throw .serverUnknown(bare) }
            return found
        }
    }

    private func server(
        of identity: BlueskyIdentity, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> AccountServer {
        guard var server = await described(identity.server, dependencies, now: now) else {
            throw .serverUnknown(DisplayAddress.endpoint(of: identity.server), .refused)
        }
        server.person = identity.handle?.text ?? identity.did.text
        server.identity = identity.did.text
        return server
    }

    /// Returns the server at an origin, or `nil` if there is none of this kind.
    private func described(
        _ origin: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async -> AccountServer? {
        let server = BlueskyServer(origin: origin, dependencies)
        do {
            _ = try await server.query(Description.self, "com.atproto.server.describeServer", now: now)
        } catch {
            // The caller says what was looked for.
            return nil
        }
        return AccountServer(
            origin: origin, handleHost: server.endpoint, software: "atproto", version: await version(server, now: now))
    }

    /// Returns the version of the software, or an empty text if the server does not state it.
    private func version(_ server: BlueskyServer, now: Timestamp) async -> String {
        do {
            return try await server.query(Health.self, "_health", now: now).version
        } catch {
            // Only the text on the screen depends on it.
            return ""
        }
    }

    /// A server's description of itself. Only that there is one matters.
    private struct Description: LenientObject, Sendable {
        init(_ members: JSONMembers) throws {
            guard members.line("did") != nil, members.contains(JSONName("availableUserDomains")) else {
                throw members.missing("did")
            }
        }
    }

    /// The state of a server.
    private struct Health: LenientObject, Sendable {
        let version: String

        init(_ members: JSONMembers) {
            version = members.line("version") ?? ""
        }
    }

    // MARK: Signing in

    func beginSignIn(
        at server: AccountServer, _ terms: SignInTerms, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignIn {
        guard !terms.readsOnly else {
            throw SupplierError(.unsupported, Message("readOnlyNotOffered", ["host": .text(server.handleHost)]))
        }
        if !terms.byPassword, let signIn = try await browserSignIn(at: server, terms, dependencies, now: now) {
            return signIn
        }
        _ = try person(at: server)
        return SignIn(
            server: server, terms: terms, method: .password, address: Self.passwordPage, redirect: "", application: "")
    }

    func complete(
        _ signIn: SignIn, with answer: SignInAnswer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignInGrant {
        if let pending = signIn.details as? PendingGrant {
            return try await session(signIn, pending: pending, answer: answer, dependencies: dependencies, now: now)
        }
        let token = try await token(forSecret: answer.code, at: signIn.server, dependencies, now: now)
        return SignInGrant(server: signIn.server, token: token)
    }

    /// Exchanges a password for a session.
    func token(
        forSecret secret: String, at server: AccountServer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> String {
        let password = try SignInAnswer.line(secret)
        return
            try await BlueskyServer(origin: server.origin, dependencies)
            .beginSession(of: try person(at: server), password: password, now: now).text
    }

    /// Returns the person who signs in with a password. Throws if only the server is known.
    private func person(at server: AccountServer) throws(SupplierError) -> String {
        guard let person = server.person else {
            throw SupplierError(.unsupported, Message("accountHandleNeeded", ["host": .text(server.handleHost)]))
        }
        return person
    }

    func account(
        at server: AccountServer, with access: SourceAccess, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> Account {
        let person = server.person ?? server.handleHost
        var account = Account(id: person, kind: kind, server: server.origin, handle: "@\(person)", access: access)
        let profile = try await BlueskyServer(origin: server.origin, account: account, dependencies)
            .query(Profile.self, "com.atproto.server.getSession", now: now)
        account.id = profile.handle ?? profile.did
        account.handle = profile.handle.map { "@\($0)" } ?? profile.did
        return account
    }

    /// The account of a session.
    private struct Profile: LenientObject, Sendable {
        let did: String
        let handle: String?

        init(_ members: JSONMembers) throws {
            did = try members.requiredLine("did")
            handle = members.handle.flatMap { ATHandle($0)?.text }
        }
    }

    func client(of account: Account, _ dependencies: SupplierDependencies) -> any AccountClient {
        BlueskyClient(server: BlueskyServer(of: account, dependencies), account: account)
    }

    func signOut(
        _ account: Account, application: String, token: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) {
        guard let session = BlueskySession(token) else { return }
        if let grant = session.grant {
            return try await endSession(session, grant: grant, dependencies: dependencies, now: now)
        }
        try await BlueskyServer(origin: account.server, dependencies).endSession(session, now: now)
    }
}
