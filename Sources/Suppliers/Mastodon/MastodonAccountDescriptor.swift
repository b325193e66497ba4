import EngineConcepts
import FeedParsing
import Networking
import WebText

/// Accounts at servers with the Mastodon API: OAuth 2 with PKCE (RFC 7636), an application for each sign-in.
struct MastodonAccountDescriptor: AccountDescriptor {
    let kind = AccountKind.mastodon
    let name = "Mastodon"

    /// The redirect address with which a server shows the code to the person.
    private static let copiedCode = "urn:ietf:wg:oauth:2.0:oob"
    /// The name of the application, which servers show.
    private static let applicationName = "Fiber"

    // MARK: Servers

    /// Recognises a server by its description of itself. If a handle's host has none, asks it for the host of the
    /// person's server (WebFinger, RFC 7033).
    func server(
        named text: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> AccountServer {
        let bare = TextSanitizer.line(text).withoutAtSign
        let named = WebAddress.isWeb(bare) ? bare : bare.split(separator: "@").last.map(String.init) ?? bare
        let origin =
            WebAddress.isWeb(named)
            ? WebAddress.origin(of: named) ?? named : WebAddress.origin(ofServer: named.lowercased())
        guard WebAddress.site(of: origin) != nil, WebAddress.hasUsablePort(origin) else {
            throw .serverUnknown(named)
        }
        do throws(SupplierError) {
            return try await server(at: origin, dependencies, now: now)
        } catch {
            guard error.isMissingOrUnreadable else { throw error }
            if bare.contains("@"), !WebAddress.isWeb(bare),
                let other = await home(of: bare, at: origin, dependencies, now: now), other != origin
            {
                return try await server(at: other, dependencies, now: now)
            }
            throw .serverUnknown(DisplayAddress.endpoint(of: origin), cause: error.description)
        }
    }

    private func server(
        at origin: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> AccountServer {
        let server = MastodonServer(origin: origin, dependencies)
        let (instance, isFirstVersion) = try await server.readInstance(now: now)
        var software = instance.software
        if isFirstVersion, let named = await nodeInfo(server, now: now) { software = named }
        if software.name.isEmpty { software = MastodonSoftware(name: "mastodon", version: instance.version) }
        return AccountServer(
            origin: origin, handleHost: instance.domain ?? server.endpoint, title: instance.title,
            software: software.name, version: software.version, apiVersion: instance.apiVersion)
    }

    /// Returns the software as the node information names it, or `nil` if the server has none.
    private func nodeInfo(_ server: MastodonServer, now: Timestamp) async -> MastodonSoftware? {
        do {
            let links = try await server.get(NodeInfoLinks.self, "/.well-known/nodeinfo", now: now)
            guard let address = links.address, WebAddress.origin(of: address) == WebAddress.origin(of: server.origin)
            else { return nil }
            let path = String(address.dropFirst(server.origin.count))
            return try await server.get(NodeInfo.self, path, now: now).software
        } catch {
            // Only the name on the screen depends on it.
            return nil
        }
    }

    /// Returns the origin of the server that has the person's profile, or `nil` if the host does not say.
    private func home(
        of handle: String, at origin: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async -> String? {
        do {
            let found = try await MastodonServer(origin: origin, dependencies)
                .get(WebFinger.self, "/.well-known/webfinger", [("resource", "acct:\(handle)")], now: now)
            return found.profile.flatMap(WebAddress.origin)
        } catch {
            // The caller's own failure says more.
            return nil
        }
    }

    private struct WebFinger: LenientObject, Sendable {
        let profile: String?

        init(_ members: JSONMembers) {
            profile = members.list("links", of: RelatedLink.self).first { $0.relation == "self" }?.address
        }
    }

    // MARK: Signing in

    func beginSignIn(
        at server: AccountServer, _ terms: SignInTerms, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignIn {
        let redirect = terms.redirect ?? Self.copiedCode
        let scopes = terms.readsOnly ? "read" : "read write"
        let application = try await MastodonServer(origin: server.origin, dependencies)
            .change(
                .post, MastodonApplication.self, "/api/v1/apps",
                [
                    ("client_name", Self.applicationName),
                    ("redirect_uris", Set([redirect, Self.copiedCode]).sorted().joined(separator: "\n")),
                    ("scopes", scopes),
                ], now: now
            )
            .value
        let address = WebAddress.adding(
            [
                ("response_type", "code"), ("client_id", application.clientID), ("redirect_uri", redirect),
                ("scope", scopes), ("state", terms.state),
                ("code_challenge", terms.challenge), ("code_challenge_method", "S256"),
            ], to: "\(server.origin)/oauth/authorize")
        return SignIn(
            server: server, terms: terms, address: address, redirect: redirect,
            application: "\(application.clientID) \(application.clientSecret)")
    }

    func complete(
        _ signIn: SignIn, with answer: SignInAnswer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignInGrant {
        let code = try SignInAnswer.line(answer.code)
        let parameters: [QueryParameter] =
            credentials(of: signIn.application) + [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", signIn.redirect),
                ("code_verifier", signIn.terms.verifier), ("scope", signIn.terms.readsOnly ? "read" : "read write"),
            ]
        do throws(SupplierError) {
            let answer = try await MastodonServer(origin: signIn.server.origin, dependencies)
                .change(.post, MastodonToken.self, "/oauth/token", parameters, now: now)
            return SignInGrant(server: signIn.server, token: answer.value.token)
        } catch {
            guard error.code == .refused || error.code == .notAuthorised else { throw error }
            throw SupplierError(
                .notAuthorised,
                Message("signInRefused", ["host": .text(DisplayAddress.endpoint(of: signIn.server.origin))]),
                cause: error.cause)
        }
    }

    func account(
        at server: AccountServer, with access: SourceAccess, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> Account {
        // The name in the error if the token is refused.
        let name = server.person ?? server.handleHost
        var account = Account(id: name, kind: kind, server: server.origin, handle: "@\(name)", access: access)
        let profile = try await MastodonServer(origin: server.origin, account: account, dependencies)
            .get(MastodonAccount.self, "/api/v1/accounts/verify_credentials", now: now)
        account.handle = profile.handle(at: server.handleHost)
        account.id = String(account.handle.dropFirst()).lowercased()
        return account
    }

    func client(of account: Account, _ dependencies: SupplierDependencies) -> any AccountClient {
        MastodonClient(server: MastodonServer(of: account, dependencies), account: account)
    }

    func signOut(
        _ account: Account, application: String, token: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) {
        _ = try await MastodonServer(origin: account.server, dependencies)
            .change(
                .post, IgnoredAnswer.self, "/oauth/revoke", credentials(of: application) + [("token", token)], now: now)
    }

    private func credentials(of application: String) -> [QueryParameter] {
        let parts = application.split(separator: " ", maxSplits: 1).map(String.init)
        return [("client_id", parts.first ?? ""), ("client_secret", parts.dropFirst().first ?? "")]
    }
}
