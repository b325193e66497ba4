import EngineConcepts
import Networking
import ScenarioServer
import TestSupport
import Testing

@testable import Application
@testable import Suppliers

@Suite("Accounts")
struct AccountServiceTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test("A server that does not tell its version is named by its software alone")
    func software() {
        var server = AccountServer(
            origin: "https://a.example", handleHost: "a.example", software: "mastodon", version: "4.3.0")
        #expect(server.shownSoftware == "mastodon 4.3.0")
        server.version = ""
        #expect(server.shownSoftware == "mastodon")
    }

    @Test("A token that the server refuses is forgotten")
    func refusedToken() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/api/v1/accounts/verify_credentials", Scenario(status: 401))
            let place = AccountServer(
                origin: server.url(""), handleHost: "a.example", software: "mastodon", version: "4.3.0")
            let descriptor = try #require(AccountCatalog.standard[.mastodon])
            let waitingPlace = SourceAccess.Secret.stored("token of a new account")
            let access = SourceAccess(authentication: .token(waitingPlace))
            try await AppContext.running(in: home) { context in
                await #expect(throws: SupplierError.self) {
                    _ = try await context.accounts.add(
                        at: DescribedServer(place, descriptor), token: "stale", waitingIn: waitingPlace)
                }
                #expect(server.requests.last?.headers["authorization"] == "Bearer stale")
                await #expect(throws: SupplierError.self) {
                    _ = try await context.sources.factory.dependencies.keyring.secret(of: access, at: place.handleHost)
                }
            }
        }
    }

    @Test("Tokens that are tried at the same time go to their own servers only")
    func tokensAtOnce() async throws {
        try await ScenarioServer.running([:]) { one in
            try await ScenarioServer.running([:]) { other in
                let descriptor = try #require(AccountCatalog.standard[.mastodon])
                try await AppContext.running(in: home) { context in
                    let accounts = context.accounts
                    await withDiscardingTaskGroup { group in
                        for (server, token) in [(one, "one"), (other, "other")] {
                            server.script("/api/v1/accounts/verify_credentials", Scenario(status: 401))
                            let place = AccountServer(
                                origin: server.url(""), handleHost: "\(token).example", software: "mastodon",
                                version: "4.3.0")
                            group.addTask {
                                _ = await #expect(throws: SupplierError.self) {
                                    _ = try await accounts.add(at: DescribedServer(place, descriptor), token: token)
                                }
                            }
                        }
                    }
                }
                #expect(Set(one.requests.map { $0.headers["authorization"] }) == ["Bearer one"])
                #expect(Set(other.requests.map { $0.headers["authorization"] }) == ["Bearer other"])
            }
        }
    }
}
