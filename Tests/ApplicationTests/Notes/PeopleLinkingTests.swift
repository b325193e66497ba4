import EngineConcepts
import FiberConfiguration
import TestSupport
import Testing

@testable import Application

@Suite("Linking people by commands")
struct PeopleLinkingTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test("Authors become one person, whose name means all of them afterwards")
    func linked() async throws {
        try await AppContext.running(in: home) { context in
            let pair = try await context.notes.link(["hn:ann", "hn:anna"], named: nil)
            let person = try #require(pair.after.first)
            #expect(person.authors == ["hn:ann", "hn:anna"])
            let more = try await context.notes.link(["hn:ana", person.name], named: nil)
            #expect(more.after.map(\.name) == [person.name])
            #expect(more.after.first.map { Set($0.authors) } == ["hn:ann", "hn:anna", "hn:ana"])
            let renamed = try await context.notes.link([person.name], named: "Ann Sol")
            #expect(renamed.after.map(\.name) == ["Ann Sol"])
        }
    }

    @Test("A text that names nobody is wrong usage, and nothing is linked or unlinked then")
    func unknown() async throws {
        try await AppContext.running(in: home) { context in
            let pair = try await context.notes.link(["hn:ann", "hn:anna"], named: "Ann")
            let linking = await #expect(throws: CommandFailure.self) {
                _ = try await context.notes.link(["hn:ana", "no author"], named: nil)
            }
            let unlinking = await #expect(throws: CommandFailure.self) {
                try await context.notes.unlink(["hn:ann", "no author"])
            }
            for failure in [linking, unlinking] {
                #expect(failure?.status == .usage && failure?.advice?.key == "authorForms")
                #expect(failure?.message == Message("personNotUnderstood", ["author": .text("no author")]))
            }
            let entries = await context.notes.peopleEntries
            #expect(entries == pair.after)
        }
    }

    @Test("A person is removed by name, and an author who is linked with nobody is a failure that changes nothing")
    func unlinked() async throws {
        try await AppContext.running(in: home) { context in
            let pair = try await context.notes.link(["hn:ann", "hn:anna"], named: "Ann")
            let failure = await #expect(throws: CommandFailure.self) {
                try await context.notes.unlink(["ann", "hn:ana"])
            }
            #expect(failure?.status == .failed)
            #expect(failure?.message == Message("personWasMissing", ["author": .text("hn:ana")]))
            var entries = await context.notes.peopleEntries
            #expect(entries == pair.after)
            try await context.notes.unlink(["hn:ann", "hn:anna"])
            entries = await context.notes.peopleEntries
            #expect(entries.isEmpty)
        }
    }
}
