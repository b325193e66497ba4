import EngineConcepts
import FiberConfiguration
import TestSupport
import Testing

@testable import Application

@Suite("Lists of notes on authors")
struct CommentaryServiceTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Writes a list with one note, and returns it under the name `drivers`.
    private func list(_ note: String, in file: String) throws -> CommentaryList {
        let path = try home.write("[[note]]\nauthor = \"hn:pg\"\nnote = \"\(note)\"\n", to: file)
        return CommentaryList(name: "drivers", address: path)
    }

    /// Returns the notes of the lists in the library.
    private func notes(in context: AppContext) async throws -> [String] {
        let names = Set(try await context.labels.library().commentary.map(\.name))
        return await context.notes.listRecords.filter { names.contains($0.list.name) }
            .flatMap { $0.record.entries.map(\.note.text) }
    }

    @Test("A list is added with its content, and removed")
    func added() async throws {
        let list = try list("founder", in: "list.toml")
        try await AppContext.running(in: home) { context in
            let record = try await context.commentary.add(list, replacesOther: false)
            #expect(record.entries.map(\.note.text) == ["founder"])
            let failure = await #expect(throws: CommandFailure.self) {
                try await context.commentary.remove(["drivers", "riders"])
            }
            #expect(failure?.message == Message("commentaryNotFound", ["name": .text("riders")]))
            #expect(try await notes(in: context) == ["founder"])
            try await context.commentary.remove(["drivers"])
            #expect(try await notes(in: context).isEmpty)
        }
    }

    @Test("A list without content is not added, and leaves the one whose name it should have")
    func unread() async throws {
        let list = try list("founder", in: "list.toml")
        try await AppContext.running(in: home) { context in
            _ = try await context.commentary.add(list, replacesOther: false)
            let missing = CommentaryList(name: "drivers", address: home.path + "/none.toml")
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await context.commentary.add(missing, replacesOther: true)
            }
            #expect(failure?.message.key == "commentaryUnread" && failure?.advice?.key == "commentaryNotAdded")
            #expect(try await notes(in: context) == ["founder"])
        }
    }

    @Test("A list replaces one at another address only if that is wanted")
    func replaced() async throws {
        let one = try list("founder", in: "list.toml")
        let other = try list("investor", in: "other.toml")
        try await AppContext.running(in: home) { context in
            _ = try await context.commentary.add(one, replacesOther: false)
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await context.commentary.add(other, replacesOther: false)
            }
            #expect(failure?.status == .usage && failure?.message.key == "commentaryNameTaken")
            _ = try await context.commentary.add(one, replacesOther: false)
            _ = try await context.commentary.add(other, replacesOther: true)
            #expect(try await notes(in: context) == ["investor"])
        }
    }
}
