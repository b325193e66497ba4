import EngineConcepts
import NetworkingTestSupport
import SupplierConformance
import TestSupport
import Testing

@Suite("Suppliers of services, files and commands keep the supplier contract", .timeLimit(.minutes(30)))
struct ServiceConformanceTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    @Test(
        "Hacker News keeps the supplier contract",
        arguments: ["hn:newest", "hn:front", "hn:ask", "hn:user:pat", "hn:thread:7", "hn:search:swift & co"])
    func hackerNews(address: String) async throws {
        try await withServer([:]) { server, transport in
            let service = FakeHackerNews(server)
            let origin = ServiceOrigin(
                address: address, dependencies: dependencies(transport, hackerNews: service.address),
                content: service.content)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test(
        "Lobsters keeps the supplier contract",
        arguments: ["lobsters:newest", "lobsters:hottest", "lobsters:tag:swift", "lobsters:thread:abc"])
    func lobsters(address: String) async throws {
        try await withServer([:]) { server, transport in
            let service = FakeLobsters(server)
            let origin = ServiceOrigin(
                address: address, dependencies: dependencies(transport, lobsters: service.address),
                content: service.content)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test("Files keep the supplier contract", arguments: DocumentOrigin.Form.allCases)
    func files(form: DocumentOrigin.Form) async throws {
        try await withServer([:]) { _, transport in
            let origin = DocumentOrigin(
                form: form, directory: try TemporaryDirectory(), address: { "file:\($0)" },
                dependencies: dependencies(transport))
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test("Streams keep the supplier contract")
    func streams() async throws {
        #expect(await ConformanceSuite(StreamOrigin(), now: now).run() == [])
    }

    @Test("Commands keep the supplier contract", arguments: DocumentOrigin.Form.allCases)
    func commands(form: DocumentOrigin.Form) async throws {
        try await withServer([:]) { _, transport in
            let origin = DocumentOrigin(
                form: form, directory: try TemporaryDirectory(), address: { "exec:cat '\($0)'" },
                dependencies: dependencies(transport))
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }
}
