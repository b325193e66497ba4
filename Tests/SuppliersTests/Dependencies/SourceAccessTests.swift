import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@testable import Networking

/// A store of secrets in memory.
private struct MemorySecretStore: SecretStore {
    let secrets: [String: String]

    func secret(named name: String) throws(SupplierError) -> String {
        guard let secret = secrets[name] else { throw SupplierError(.notAuthorised, "There is no secret \(name).") }
        return secret
    }

    func save(_ secret: String, named name: String) throws(SupplierError) {
        throw SupplierError(.notAuthorised, "This store cannot be written.")
    }
}

@Suite("Credentials of sources", .timeLimit(.minutes(30)))
struct SourceAccessTests {
    private let directory: TemporaryDirectory
    private let now = Timestamp(seconds: 1_795_176_000)
    private let feed = Scenario.text(
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>One</title></item></channel></rss>")

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func dependencies(_ transport: HTTPTransport, secrets: [String: String] = [:]) -> SupplierDependencies {
        let commands = CommandRunner(
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], limits: .init(time: .seconds(3600)))
        return SupplierDependencies(
            transport: transport, time: ManualTimeSource(), commands: commands,
            keyring: Keyring(commands: commands, store: MemorySecretStore(secrets: secrets)))
    }

    private func fetch(_ dependencies: SupplierDependencies, _ address: String, _ access: SourceAccess) async throws
        -> FetchAnswer
    {
        let source = SourceDescription(id: "feed:x", address: address, access: access)
        return try await SupplierRegistry(dependencies).supplier(for: source)
            .fetch(FetchRequest(origin: .newest, now: now))
    }

    private func refusal(_ dependencies: SupplierDependencies, _ address: String, _ access: SourceAccess) async
        -> SupplierError?
    {
        await #expect(throws: SupplierError.self) { _ = try await fetch(dependencies, address, access) }
    }

    @Test("User and password, token and header fields are sent with the request")
    func fields() async throws {
        try await withServer(["/f": [feed]]) { server, transport in
            let dependencies = dependencies(transport, secrets: ["p": "päss:word", "k": "key"])
            let basic = SourceAccess(
                authentication: .password(user: "anna", .stored("p")),
                headers: [.init("X-Key", .secret(.stored("k"))), .init("X-Lang", .plain("de"))])
            _ = try await fetch(dependencies, server.url("/f"), basic)
            let headers = try #require(server.requests.last?.headers)
            #expect(headers["authorization"] == "Basic \(Data("anna:päss:word".utf8).base64EncodedString())")
            #expect(headers["x-key"] == "key" && headers["x-lang"] == "de")
            let token = SourceAccess(authentication: .token(.command(["printf", "tok en\\nsecond line"])))
            _ = try await fetch(dependencies, server.url("/f"), token)
            #expect(server.requests.last?.headers["authorization"] == "Bearer tok en")
        }
    }

    @Test("Credentials stay at the origin of the address: no redirect and no other host receives them")
    func origins() async throws {
        try await withServer([:]) { stranger, _ in
            try await withServer([:]) { server, transport in
                stranger.script("/f", feed)
                stranger.script("/closed", Scenario(status: 401))
                server.script("/f", .redirect(to: "/here"))
                server.script("/here", feed)
                server.script("/away", .redirect(to: stranger.url("/f")))
                server.script("/shut", .redirect(to: stranger.url("/closed"), status: 302))
                let dependencies = dependencies(transport, secrets: ["p": "secret"])
                let access = SourceAccess(
                    authentication: .token(.stored("p")), headers: [.init("X-Key", .secret(.stored("p")))])
                _ = try await fetch(dependencies, server.url("/f"), access)
                #expect(server.requests(for: "/here").last?.headers["x-key"] == "secret")
                _ = try await fetch(dependencies, server.url("/away"), access)
                let shut = await refusal(dependencies, server.url("/shut"), access)
                #expect(shut?.code == .notAuthorised)
                #expect(shut?.message.english.contains("127.0.0.1:\(stranger.port), which requires a login") == true)
                #expect(stranger.requests.count == 2)
                for request in stranger.requests {
                    #expect(!request.headers.values.contains { $0.contains("secret") }, "\(request)")
                }
            }
        }
    }

    @Test("A password command that fails, prints nothing or does not exist is refused without repeating its output")
    func failingCommands() async throws {
        try await withServer(["/f": [feed]]) { server, transport in
            let dependencies = dependencies(transport)
            for words in [["sh", "-c", "echo hunter2; echo hunter2 >&2; exit 3"], ["true"], ["no-such-program"]] {
                let error = await refusal(
                    dependencies, server.url("/f"), SourceAccess(authentication: .token(.command(words))))
                #expect(error?.code == .notAuthorised)
                #expect(error?.message.english.contains("The command \(words[0])") == true)
                #expect(error?.description.contains("hunter2") == false)
            }
            let crooked = SourceAccess(headers: [.init("X", .secret(.command(["printf", "a\\tb"])))])
            #expect(await refusal(dependencies, server.url("/f"), crooked)?.code == .notAuthorised)
            let missing = await refusal(
                dependencies, server.url("/f"), SourceAccess(authentication: .token(.stored("none"))))
            #expect(missing?.code == .notAuthorised)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A password command runs once for all sources, and again after its output was rejected")
    func commandRuns() async throws {
        try await withServer(["/f": [feed], "/g": [feed], "/no": [Scenario(status: 401), feed]]) { server, transport in
            let dependencies = dependencies(transport)
            let log = directory.path + "/runs"
            let access = SourceAccess(authentication: .token(.command(["sh", "-c", "echo x >> \(log); echo token"])))
            func runs() throws -> Int {
                try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
            }
            async let one = fetch(dependencies, server.url("/f"), access)
            async let two = fetch(dependencies, server.url("/g"), access)
            _ = try await (one, two)
            #expect(try runs() == 1)
            let error = await refusal(dependencies, server.url("/no"), access)
            #expect(error?.code == .notAuthorised && error?.message.english.contains("401") == true)
            _ = try await fetch(dependencies, server.url("/no"), access)
            #expect(try runs() == 2)
        }
    }

    @Test("Credentials given with a page are kept only for a feed of the same origin")
    func probing() async throws {
        try await withServer([:]) { stranger, _ in
            try await withServer([:]) { server, transport in
                stranger.script("/f", feed)
                server.script("/f", feed)
                server.script(
                    "/away",
                    .text(
                        "<html><link rel=alternate type=application/rss+xml href='\(stranger.url("/f"))'>",
                        type: "text/html"))
                let registry = SupplierRegistry(dependencies(transport, secrets: ["p": "secret"]))
                let access = SourceAccess(authentication: .token(.stored("p")))
                guard case .source(let own, nil, _) = try await registry.probe(server.url("/f"), with: access, now: now)
                else {
                    Issue.record("no source")
                    return
                }
                #expect(own.access == access)
                let found = try await registry.probe(server.url("/away"), with: access, now: now)
                guard case .source(let other, let warning?, _) = found else {
                    Issue.record("no source, or nothing said")
                    return
                }
                #expect(other.access == nil && other.address == stranger.url("/f"))
                #expect(warning.english.contains("127.0.0.1:\(stranger.port)"))
                #expect(stranger.requests.allSatisfy { $0.headers["authorization"] == nil })
                await #expect(throws: SupplierError.self) {
                    try await registry.probe("hn:front", with: access, now: now)
                }
            }
        }
    }
}
