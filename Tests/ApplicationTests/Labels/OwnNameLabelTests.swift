import EngineConcepts
import FiberConfiguration
import Foundation
import Queries
import ScenarioServer
import TestSupport
import Testing

@testable import Application

@Suite("Topics over the names of sources that the user has not named", .timeLimit(.minutes(30)))
struct OwnNameLabelTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Writes the library.
    private func write(_ library: String) throws {
        let path = Directories(environment: [:], home: home.path).libraryFile
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try library.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Opens a library with a topic over the title of its only source, which the library does not name, and refreshes.
    private func refreshing(
        _ work: (AppContext, _ refresh: () async throws -> Void) async throws -> Void
    ) async throws {
        try await ScenarioServer.running([:]) { server in
            let items = (0..<2).map { "<item><title>Item \($0)</title><guid>item-\($0)</guid></item>" }.joined()
            server.script(
                "/rss", .text("<rss version=\"2.0\"><channel><title>daveverse</title>\(items)</channel></rss>"))
            try write(
                """
                [[source]]
                id = "feed:plain"
                url = "\(server.url("/rss"))"

                [[topic]]
                name = "Dave"
                query = "source:daveverse"

                """)
            try await AppContext.running(in: home) { context in
                try await work(context) {
                    _ = try await RefreshWork(context, encodeFigures: nil).run(RefreshRequest())
                }
            }
        }
    }

    @Test("A topic over the program of a command has its items, as a search for it finds them")
    func program() async throws {
        let feed = "\(home.path)/list.xml"
        try "<rss version=\"2.0\"><channel><item><title>One</title><guid>1</guid></item></channel></rss>"
            .write(toFile: feed, atomically: true, encoding: .utf8)
        try write(
            """
            [[source]]
            id = "command:list"
            url = "exec:cat \(feed)"

            [[topic]]
            name = "Dave"
            query = "source:cat"

            """)
        try await AppContext.running(in: home) { context in
            _ = try await RefreshWork(context, encodeFigures: nil).run(RefreshRequest())
            try await context.finishLabels()
            #expect(try await count(in: context) == 1)
            #expect(context.queryContext.sourceNames["command:list"] == "cat")
        }
    }

    private func count(in context: AppContext) async throws -> Int {
        try await context.reader.counts(in: TrackView(topics: TopicSelection([Topic.label(named: "Dave")]))).total
    }

    @Test("A command that refreshes a source for the first time finds its items by its title")
    func command() async throws {
        try await refreshing { context, refresh in
            try await refresh()
            try await context.finishLabels()
            #expect(try await count(in: context) == 2)
        }
    }

    @Test("A session puts the items of a source into the topic over its title after the first refresh")
    func session() async throws {
        try await refreshing { context, refresh in
            let (indexer, engine) = (context.labels.indexer, context.engine)
            let keeping = Task { await indexer.keepUp(behind: engine) { Issue.record($0) } }
            let progress = indexer.progress()
            try await refresh()
            for await report in progress {
                let found = try await count(in: context)
                if report.isComplete, found == 2 { break }
            }
            // The store is closed after this.
            keeping.cancel()
            await keeping.value
        }
    }
}
