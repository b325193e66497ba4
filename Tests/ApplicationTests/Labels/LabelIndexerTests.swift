import EngineConcepts
import FiberConfiguration
import TestSupport
import Testing

@testable import Application

@Suite("Changes of the library that come together with others")
struct LabelIndexerTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test("Notes that change while a library is adopted never bring back the library of before")
    func notes() async throws {
        try await AppContext.running(in: home) { context in
            let indexer = context.labels.indexer
            for number in 0..<20 {
                let list = CommentaryList(name: "drivers", address: "\(home.path)/\(number).toml")
                let library = Library().with(list)
                async let change: Void = indexer.change(to: library)
                async let notes: Void = indexer.notesChanged()
                _ = try await (change, notes)
                #expect(await indexer.library == library)
                #expect(await context.notes.listRecords.map(\.list) == [list])
            }
        }
    }
}

extension Library {
    /// Returns the library with a list of notes.
    fileprivate func with(_ list: CommentaryList) -> Library {
        var library = self
        library.put(list)
        return library
    }
}
