import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@Suite("Getting lists of notes on authors")
struct CommentaryFetcherTests {
    private static let now = Timestamp(seconds: 1_795_000_000)

    private func withFetcher(
        _ scenarios: [Scenario], _ check: (CommentaryFetcher, ScenarioServer) async throws -> Void
    ) async throws {
        try await withServer(["/l": scenarios]) { server, transport in
            let dependencies = SupplierDependencies(
                transport: transport, time: ManualTimeSource(), commands: CommandRunner(environment: [:]),
                polling: FeedPolling(minimumInterval: .seconds(600), maximumInterval: .seconds(7200)))
            try await check(CommentaryFetcher(dependencies, maximumBytes: 1000), server)
        }
    }

    @Test("A list is requested with its validators, and unchanged content is not sent again")
    func conditional() async throws {
        let list = Scenario.text(
            "a,b", type: "text/csv", entityTag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        try await withFetcher([list]) { fetcher, server in
            let first = try await fetcher.list(at: server.url("/l"), .init(), now: Self.now)
            #expect(first.content?.bytes == Array("a,b".utf8) && first.content?.type == "text/csv")
            let second = try await fetcher.list(at: server.url("/l"), first.validators, now: Self.now)
            #expect(second.content == nil && second.validators == first.validators)
            #expect(server.requests.last?.headers["if-none-match"] == "\"1\"")
        }
    }

    @Test(
        "Statuses are errors with the words and times of feeds",
        arguments: [
            (410, SupplierError.Code.gone), (404, .refused), (429, .rateLimited), (500, .refused),
            (401, .notAuthorised),
        ])
    func statuses(status: Int, code: SupplierError.Code) async throws {
        try await withFetcher([Scenario(status: status, headers: [("retry-after", "60")])]) { fetcher, server in
            do throws(SupplierError) {
                _ = try await fetcher.list(at: server.url("/l"), .init(), now: Self.now)
                Issue.record("no error")
            } catch {
                #expect(error.code == code)
                if code == .rateLimited { #expect(error.retryAt == Self.now.advanced(by: .seconds(60))) }
            }
        }
    }

    @Test("A list without end is cut off")
    func endless() async throws {
        var endless = Scenario(type: "text/csv")
        endless.steps = [.repeated(Array(String(repeating: "a,b\n", count: 16_384).utf8), times: nil)]
        try await withFetcher([endless]) { fetcher, server in
            await #expect(throws: SupplierError.self) {
                try await fetcher.list(at: server.url("/l"), .init(), now: Self.now)
            }
        }
    }

    @Test("A file is read again only if it has changed, and a large one or a directory is an error")
    func files() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("a,b", to: "list.csv")
        try await withFetcher([]) { fetcher, _ in
            let first = try fetcher.list(inFile: path, .init())
            #expect(first.content?.bytes == Array("a,b".utf8))
            #expect(try fetcher.list(inFile: path, first.validators).content == nil)
            _ = try directory.write("a,changed", to: "list.csv")
            #expect(try fetcher.list(inFile: path, first.validators).content?.bytes.count == 9)
            _ = try directory.write(String(repeating: "x", count: 1001), to: "list.csv")
            for wrong in [path, directory.path, directory.path + "/none"] {
                #expect(throws: SupplierError.self) { try fetcher.list(inFile: wrong, .init()) }
            }
        }
    }

    @Test("A list that does not change is requested more and more rarely, and never before it expires")
    func schedule() async throws {
        try await withFetcher([]) { fetcher, _ in
            func wait(_ unchanged: Int64?, freshFor: Duration? = nil, every interval: Duration? = nil) -> Duration {
                fetcher.due(
                    after: Self.now, changed: unchanged.map { Self.now.advanced(by: .seconds(-$0)) },
                    freshFor: freshFor, every: interval, of: "https://x.example/l"
                )
                .since(Self.now)
            }
            #expect((.seconds(480) ... .seconds(600)).contains(wait(nil)))
            #expect((.seconds(480) ... .seconds(600)).contains(wait(60)))
            #expect((.seconds(2880) ... .seconds(3600)).contains(wait(36_000)))
            #expect((.seconds(5760) ... .seconds(7200)).contains(wait(36_000_000)))
            #expect(wait(60, freshFor: .seconds(4000)) == .seconds(4000))
            #expect(wait(60, every: .seconds(43_200)) == .seconds(43_200))
        }
    }
}
