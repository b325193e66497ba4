import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Localization
import Queries
import ScenarioServer
import Storage
import Suppliers
import TestSupport
import Testing
import ViewModels

@testable import Application

@Suite("The sources of a running engine", .timeLimit(.minutes(30)))
struct SourceServiceTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("Reading an unchanged library again changes nothing, also if a source is paused because of crashes")
    func unchanged() async throws {
        let directories = Directories(environment: [:], home: home.path)
        try write("[[source]]\nid = \"file:lines\"\nurl = \"file:/lines.jsonl\"\n", to: directories.libraryFile)
        // Two crashes while the source was read.
        try write("2 file:lines\n", to: directories.storeFile + ".suspects")
        try await AppContext.running(in: home) { context in
            #expect(context.fetchGuard.isPaused("file:lines"))
            let hasChanged = try await context.sources.reread()
            #expect(!hasChanged)
        }
    }

    @Test("A source that is paused because of crashes says so in its state until it is resumed")
    func crashes() async throws {
        let directories = Directories(environment: [:], home: home.path)
        try write("[[source]]\nid = \"file:lines\"\nurl = \"file:/lines.jsonl\"\n", to: directories.libraryFile)
        try write("2 file:lines\n", to: directories.storeFile + ".suspects")
        try await AppContext.running(in: home) { context in
            #expect(context.pausedBefore == ["file:lines"] && context.pausedNow.isEmpty)
            #expect(await context.engine.snapshot.suppliers.map(\.hasCrashed) == [true])
            _ = try await context.sources.change("file:lines") { $0.isPaused = false }
            #expect(await context.engine.snapshot.suppliers.map(\.hasCrashed) == [false])
            #expect(context.pausedBefore.isEmpty)
        }
    }

    @Test("After changes at the same time, what runs is what the library has")
    func changesAtOnce() async throws {
        try await AppContext.running(in: home) { context in
            let (sources, labels) = (context.sources, context.labels)
            for number in 0..<30 {
                let list = CommentaryList(name: "drivers", address: "\(home.path)/\(number).toml")
                async let one = sources.follow([SourceDescription(id: "a", address: "file:/a\(number).jsonl")])
                async let other = sources.follow([SourceDescription(id: "b", address: "file:/b\(number).jsonl")])
                async let listed = labels.update { $0.put(list) }
                async let read = sources.reread()
                _ = try await (one, other, listed, read)
                let library = try sources.file.read()
                #expect(library.sources.count == 2 * (number + 1) && library.commentary == [list])
                #expect(sources.active.all == library.sources)
                #expect(Set(sources.controlUnit.suppliers.map(\.id)) == Set(library.sources.map(\.id)))
                let labelled = await labels.indexer.library
                #expect(labelled?.sources == library.sources && labelled?.commentary == library.commentary)
            }
        }
    }

    @Test("A source that is added twice at the same time is followed once, and the other call is refused")
    func addedTwice() async throws {
        let lines = try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        try await AppContext.running(in: home) { context in
            let sources = context.sources
            let added = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        do {
                            _ = try await sources.add("file:\(lines)")
                            return true
                        } catch {
                            #expect((error as? SupplierError)?.code == .refused)
                            return false
                        }
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(added.count(where: \.self) == 1)
            let followed = try sources.file.read().sources
            #expect(followed.count == 1)
        }
    }

    @Test("A change of a source leaves what was changed elsewhere since it was read, and adds no removed source")
    func changedElsewhere() async throws {
        let path = Directories(environment: [:], home: home.path).libraryFile
        try write("[[source]]\nid = \"file:lines\"\nurl = \"file:/lines.jsonl\"\n", to: path)
        try await AppContext.running(in: home) { context in
            let former = try #require(try await context.sources.sources().first)
            _ = try context.sources.file.update { library in
                var other = former
                (other.address, other.isPaused) = ("file:/others.jsonl", true)
                library.put(other)
            }
            var changed = former
            changed.name = "Lines"
            try await context.sources.change(former, to: changed)
            let source = try #require(try await context.sources.sources().first)
            #expect(source.name == "Lines" && source.address == "file:/others.jsonl" && source.isPaused)
            try await context.sources.remove("file:lines")
            await #expect(throws: CommandFailure.self) { try await context.sources.change(former, to: changed) }
            #expect(try await context.sources.sources().isEmpty)
        }
    }

    @Test("While the library is broken or gone, it cannot be read, and the sources that run are known")
    func brokenLibrary() async throws {
        let path = Directories(environment: [:], home: home.path).libraryFile
        try write("[[source]]\nid = \"file:lines\"\nurl = \"file:/lines.jsonl\"\n", to: path)
        try await AppContext.running(in: home) { context in
            for text in ["[[source]", ""] {
                try write(text, to: path)
                await #expect(throws: ConfigurationError.self) { try await context.sources.sources() }
                #expect(await context.sources.runningSources().map(\.id) == ["file:lines"])
            }
        }
    }

    @Test("A list adds what it names on the web, and names what would run a command or read a file")
    func list() async throws {
        let list = "\(home.path)/urls"
        try write(
            "https://a.example/feed \"Racing\"\n\"exec:rm -r ~\"\nfile:/etc/passwd\n\"filter:cat:https://b.example/\"\n",
            to: list)
        try await AppContext.running(in: home) { context in
            let outcome = try await context.sources.follow(listAt: list)
            #expect(outcome.count == 1)
            #expect(outcome.warnings.count == 3 && outcome.skipped == 3)
            #expect(try await context.sources.sources().map(\.address) == ["https://a.example/feed"])
            #expect(try await context.sources.follow(listAt: list).count == 0)
            _ = try await context.sources.follow([SourceCatalog.standard.source(at: "file:\(list)")])
            try await context.sources.remove(outcome.additions)
            #expect(try await context.sources.sources().map(\.address) == ["file:\(list)"])
        }
    }

    @Test("Undoing an import leaves the library as it was, also the topics of sources that were followed already")
    func undoneImport() async throws {
        let path = Directories(environment: [:], home: home.path).libraryFile
        try write(
            """
            [[source]]
            id = "feed:https://a.example/feed"
            url = "https://a.example/feed"
            topics = ["Tech"]

            [[topic]]
            name = "Wet"
            query = "rain"

            """, to: path)
        let list = "\(home.path)/urls"
        try write(
            """
            https://a.example/feed "Racing"
            https://b.example/feed "Tech" "News"
            "query:Unread:unread = \\"yes\\""
            "query:Racing cars:tags # \\"Racing\\""

            """, to: list)
        try await AppContext.running(in: home) { context in
            let before = try context.sources.file.read()
            let outcome = try await context.sources.follow(listAt: list)
            let imported = try context.sources.file.read()
            #expect(outcome.count == 1 && imported.topics.count > before.topics.count)
            #expect(imported.sources.first?.topics == ["Tech", "Racing", "Racing cars"])
            try await context.sources.remove(outcome.additions)
            let restored = try context.sources.file.read()
            #expect(restored == before)
            #expect(restored.allTopics.map(\.name) == before.allTopics.map(\.name))
            #expect(try await context.labels.library() == before)
        }
    }

    @Test("A query feed names the id that its source got, not that of a source that had the address before")
    func queryFeedOfFormerAddress() async throws {
        let moved = try SourceCatalog.standard.source(at: "https://a.example/feed").id.rawValue
        let path = Directories(environment: [:], home: home.path).libraryFile
        try write("[[source]]\nid = \"\(moved)\"\nurl = \"https://new.example/feed\"\n", to: path)
        let list = "\(home.path)/urls"
        let feed = #""query:Fresh:rssurl = \"https://a.example/feed\" and unread = \"yes\"""#
        try write("https://a.example/feed\n\(feed)\n", to: list)
        try await AppContext.running(in: home) { context in
            #expect(try await context.sources.follow(listAt: list).count == 1)
            let imported = try context.sources.file.read()
            let added = try #require(imported.sources.last?.id.rawValue)
            let query = try #require(imported.topic("Fresh")?.query?.description)
            #expect(added != moved && query == "source:\"\(added)\" is:unread")
            #expect(try await context.sources.follow(listAt: list).additions.isEmpty)
        }
    }

    @Test("Removing the last source of a topic warns of the topics and rules that name the topic or the source")
    func warningsOnRemoval() async throws {
        let directories = Directories(environment: [:], home: home.path)
        try write(
            """
            [[source]]
            id = "file:a"
            url = "file:/a.jsonl"
            name = "Notes A"
            topics = ["Pit"]

            [[source]]
            id = "file:b"
            url = "file:/b.jsonl"
            name = "Notes B"
            topics = ["Pit"]

            [[topic]]
            name = "Wet"
            query = "topic:Pit rain"

            [[rule]]
            name = "lane"
            query = "topic:Pit OR topic:nosuch"

            [[rule]]
            name = "loud"
            query = "horn"
            source = "file:b"

            """, to: directories.libraryFile)
        try await AppContext.running(in: home) { context in
            let first = try #require(try await context.sources.remove("file:a"))
            #expect(first.warnings == [], "the topic has another source")
            let last = try #require(try await context.sources.remove("file:b"))
            #expect(
                last.warnings.map { Localizer.english($0) } == [
                    "There is no topic “Pit”. It is still named by: topic “Wet”, rule “lane”. Change or remove these.",
                    "There is no source “Notes B”. It is still named by: rule “loud”. Change or remove these.",
                ])
        }
    }

    @Test("A change of a source deletes the secrets of its former login that no other source needs")
    func formerLogin() async throws {
        let secrets = SecretsFile(path: Directories(environment: [:], home: home.path).secretsFile)
        let (anna, ben) = ("anna at a.example", "ben at a.example")
        let first = SourceAccess(authentication: .password(user: "anna", .stored(anna)))
        let second = SourceAccess(authentication: .password(user: "ben", .stored(ben)))
        try await AppContext.running(in: home) { context in
            try context.sources.saveSecrets([anna: "one", ben: "two"])
            _ = try await context.sources.follow([
                SourceDescription(id: "feed:a", address: "https://a.example/a", access: first),
                SourceDescription(id: "feed:b", address: "https://a.example/b", access: first),
            ])
            _ = try await context.sources.change("feed:a") { $0.access = nil }
            #expect(try secrets.value(named: anna) == "one", "the other source needs it")
            _ = try await context.sources.change("feed:b") { $0.access = second }
            #expect(try secrets.value(named: anna) == nil)
            _ = try await context.sources.change("feed:b") { $0.name = "B" }
            #expect(try secrets.value(named: ben) == "two")
        }
    }

    @Test("A secret that an account needs stays if a source that has it too needs it no more")
    func secretOfAccount() async throws {
        let directories = Directories(environment: [:], home: home.path)
        let name = "token at ann@a.example"
        try write(
            """
            [[source]]
            id = "feed:a"
            url = "https://a.example/a"
            token = { secret = "\(name)" }

            [[account]]
            id = "ann@a.example"
            kind = "mastodon"
            server = "https://a.example"
            token = { secret = "\(name)" }

            """, to: directories.libraryFile)
        try await AppContext.running(in: home) { context in
            try context.sources.saveSecrets([name: "one"])
            _ = try await context.sources.change("feed:a") { $0.access = nil }
            #expect(try SecretsFile(path: directories.secretsFile).value(named: name) == "one")
        }
    }

    @Test("An imported list leaves the password of a followed source as it is, and stores others")
    func listedPasswords() async throws {
        let secrets = SecretsFile(path: Directories(environment: [:], home: home.path).secretsFile)
        let (anna, ben) = ("anna at a.example", "ben at a.example")
        let access = SourceAccess(authentication: .password(user: "anna", .stored(anna)))
        let list = home.path + "/urls"
        try write("https://anna:other@a.example/b\nhttps://ben:two@a.example/c\n", to: list)
        try await AppContext.running(in: home) { context in
            try context.sources.saveSecrets([anna: "one", ben: "of a source that was removed"])
            _ = try await context.sources.follow([
                SourceDescription(id: "feed:a", address: "https://a.example/a", access: access)
            ])
            #expect(try await context.sources.follow(listAt: list).count == 2)
            #expect(try secrets.value(named: anna) == "one")
            #expect(try secrets.value(named: ben) == "two")
        }
    }

    @Test("After a move to an address with another login, undo brings the former password back and deletes the other")
    func undoneMove() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0...1 { server.script("/\(index)", Feeds.scenario(index, items: 1)) }
            func address(_ path: String, _ login: String) -> String {
                server.url(path).replacingOccurrences(of: "http://", with: "http://\(login)@")
            }
            try await AppContext.running(in: home) { context in
                let (source, _) = try await context.sources.add(address("/0", "anna:one"), offering: nil)
                let moved = try await context.sources.move(source.id, to: address("/1", "ben:two"))
                #expect(moved.access != source.access)
                try await context.sources.change(moved, to: source)
                #expect(try await context.sources.sources().map(\.access) == [source.access])
                func password(_ user: String) throws -> String? {
                    try context.sources.secrets.value(named: "\(user) at 127.0.0.1:\(server.port)")
                }
                #expect(try password("anna") == "one")
                #expect(try password("ben") == nil)
            }
        }
    }

    @Test("The password of a refused source is forgotten, and the sources of its host keep theirs")
    func refusedPassword() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0...1 { server.script("/\(index)", Feeds.scenario(index, items: 1)) }
            func address(_ path: String, _ password: String) -> String {
                server.url(path).replacingOccurrences(of: "http://", with: "http://anna:\(password)@")
            }
            try await AppContext.running(in: home) { context in
                let (source, _) = try await context.sources.add(address("/0", "sesame"), offering: nil)
                let refusal = CommandFailure(.verbatim("There is no second feed."))
                await #expect(throws: CommandFailure.self) {
                    _ = try await context.sources.add(address("/1", "wrong"), offering: nil, refusingOne: refusal)
                }
                _ = try await context.sources.factory.probe(source.address, with: source.access)
                let last = try #require(server.requests.last)
                #expect(last.path == "/0")
                #expect(
                    last.headers["authorization"] == "Basic \(Data("anna:sesame".utf8).base64EncodedString())")
            }
        }
    }
}
