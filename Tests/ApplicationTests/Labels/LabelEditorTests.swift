import EngineConcepts
import FiberConfiguration
import Foundation
import Queries
import TestSupport
import Testing

@testable import Application

@Suite("Topics and rules that commands change")
struct LabelEditorTests {
    private let home: TemporaryDirectory

    /// Writes a library with two topics and two rules.
    init() throws {
        home = try TemporaryDirectory()
        let path = Directories(environment: [:], home: home.path).libraryFile
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let library = """
            [[topic]]
            name = "Racing"
            query = "monaco"

            [[topic]]
            name = "Wet"
            query = "topic:Racing rain"

            [[rule]]
            name = "loud"
            query = "horn"

            [[rule]]
            name = "long"
            query = "essay"
            topic = "Wet"

            """
        try library.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func library() throws -> Library {
        try LibraryFile(in: Directories(environment: [:], home: home.path)).read()
    }

    @Test("A topic is new until there is one of its name, and a changed or removed one is returned as it was")
    func topic() async throws {
        let query = try Query(parsing: "spa")
        try await AppContext.running(in: home) { context in
            let added = try await LabelEditor(context).put(Topic(name: "Belgium", query: query)) { _ in }
            #expect(added.former == nil && added.count == 0)
            let changed = try await LabelEditor(context).put(Topic(name: "Racing")) { $0.query = query }
            #expect(changed.former?.name == "Racing" && changed.former?.query != query)
        }
        #expect(try library().topics.map(\.name) == ["Racing", "Wet", "Belgium"])
        try await AppContext.running(in: home) { context in
            let removed = try await LabelEditor(context).removeTopics(named: ["Belgium", "belgium"])
            #expect(removed.map(\.name) == ["Belgium"] && removed.first?.query == query)
        }
    }

    @Test("A changed rule is returned as it was, an unchanged or a new one is not")
    func rule() async throws {
        let query = try Query(parsing: "horn")
        try await AppContext.running(in: home) { context in
            let same = try await LabelEditor(context).put(Rule(name: "loud", query: query)) { _ in }
            #expect(same.former == nil)
            let changed = try await LabelEditor(context).put(Rule(name: "loud", query: query)) { $0.effect = .muffle }
            #expect(changed.former == Rule(name: "loud", query: query))
            let new = try await LabelEditor(context).put(Rule(name: "quiet", query: query)) { _ in }
            #expect(new.former == nil && new.count == 0)
        }
    }

    @Test("A topic is renamed in whatever case it is named, also in rules and queries, and never to a taken name")
    func renamedTopic() async throws {
        try await AppContext.running(in: home) { context in
            let taken = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).renameTopic(named: "Racing", to: "Wet")
            }
            #expect(taken?.message == Message("nameTaken", ["0": .text("Wet")]))
            let former = try await LabelEditor(context).renameTopic(named: "wet", to: "Rain")
            #expect(former == "Wet")
        }
        let renamed = try library()
        #expect(renamed.topics.map(\.name) == ["Racing", "Rain"])
        #expect(renamed.rule("long")?.scope == .topic("Rain"))
    }

    @Test("What another program has changed since the start stays when a topic or rule is added again")
    func addedAgain() async throws {
        try await AppContext.running(in: home) { context in
            let path = context.directories.libraryFile
            let text = try String(contentsOfFile: path, encoding: .utf8)
                .replacing("monaco", with: "imola").replacing("horn", with: "whistle")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let racing = try await LabelEditor(context).put(Topic(name: "racing")) { $0.isPinned = true }
            #expect(racing.former?.name == "Racing")
            let horn = Rule(name: "loud", query: try Query(parsing: "horn"), effect: .muffle)
            let loud = try await LabelEditor(context).put(horn) { $0.effect = .muffle }
            #expect(loud.former?.effect == .hide && loud.present.effect == .muffle)
        }
        let changed = try library()
        let (whistle, imola) = (try Query(parsing: "whistle"), try Query(parsing: "imola"))
        #expect(changed.topic("Racing")?.query == imola && changed.topic("Racing")?.isPinned == true)
        #expect(changed.rule("loud")?.subject == .query(whistle) && changed.rule("loud")?.effect == .muffle)
    }

    @Test("What another program has changed since the start stays when a topic or rule is renamed or turned off")
    func changedMeanwhile() async throws {
        try await AppContext.running(in: home) { context in
            let path = context.directories.libraryFile
            let text = try String(contentsOfFile: path, encoding: .utf8)
                .replacing("monaco", with: "imola").replacing("horn", with: "whistle")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            _ = try await LabelEditor(context).setRules(named: ["loud"], enabled: false)
            _ = try await LabelEditor(context).renameRule(named: "loud", to: "noisy")
            _ = try await LabelEditor(context).renameTopic(named: "Racing", to: "Races")
        }
        let changed = try library()
        let (whistle, imola) = (try Query(parsing: "whistle"), try Query(parsing: "imola"))
        let noisy = try #require(changed.rule("noisy"))
        #expect(noisy.subject == .query(whistle) && !noisy.isEnabled)
        #expect(changed.topic("Races")?.query == imola)
    }

    @Test("No topic gets the name of a built-in view in any language", arguments: ["All", "all", "Todo"])
    func builtInView(name: String) async throws {
        let query = try Query(parsing: "spa")
        try await AppContext.running(in: home) { context in
            let refusal = Message("nameOfView", ["0": .text(name)])
            let added = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).put(Topic(name: name, query: query)) { _ in }
            }
            #expect(added?.message == refusal)
            let renamed = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).renameTopic(named: "Wet", to: name)
            }
            #expect(renamed?.message == refusal)
            let given = #expect(throws: CommandFailure.self) { _ = try context.topicNames(of: ["Racing", name]) }
            #expect(given?.message == refusal)
        }
        #expect(try library().topics.map(\.name) == ["Racing", "Wet"])
    }

    @Test("A rule is renamed, to its own name too, and never to a taken one")
    func renamedRule() async throws {
        try await AppContext.running(in: home) { context in
            let taken = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).renameRule(named: "loud", to: "long")
            }
            #expect(taken?.message.key == "nameTaken")
            let same = try await LabelEditor(context).renameRule(named: "long", to: "long")
            let former = try await LabelEditor(context).renameRule(named: "loud", to: "horns")
            #expect(same == "long" && former == "loud")
        }
        #expect(try library().rules.map(\.name) == ["horns", "long"])
    }

    @Test("Topics are removed together or not at all, and not while a rule or a query names one")
    func removedTopics() async throws {
        try await AppContext.running(in: home) { context in
            let missing = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).removeTopics(named: ["Wet", "Dry"])
            }
            #expect(missing?.message.key == "topicNotFound")
            let needed = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).removeTopics(named: ["Wet"])
            }
            #expect(needed?.status == .failed)
        }
        #expect(try library().topics.count == 2)
    }

    @Test("Rules are removed and turned off together or not at all")
    func severalRules() async throws {
        try await AppContext.running(in: home) { context in
            let missing = await #expect(throws: CommandFailure.self) {
                _ = try await LabelEditor(context).setRules(named: ["loud", "nosuch"], enabled: false)
            }
            #expect(missing?.message.key == "ruleNotFound")
        }
        #expect(try library().rules.allSatisfy(\.isEnabled))
        try await AppContext.running(in: home) { context in
            let off = try await LabelEditor(context).setRules(named: ["long", "loud"], enabled: false)
            #expect(off == ["long", "loud"])
        }
        #expect(try !library().rules.contains(where: \.isEnabled))
        try await AppContext.running(in: home) { context in
            let removed = try await LabelEditor(context).removeRules(named: ["loud"])
            #expect(removed == ["loud"])
        }
        #expect(try library().rules.map(\.name) == ["long"])
    }
}
