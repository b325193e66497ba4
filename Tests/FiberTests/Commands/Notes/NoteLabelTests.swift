import Application
import TestSupport
import Testing

@Suite("The labels of notes that commands write")
struct NoteLabelTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private func note(_ arguments: String...) async throws -> CommandRun {
        try await CommandRun(["note", "hn:pg"] + arguments, in: home)
    }

    @Test(
        "A new text keeps the label unless it has one itself or the option names another; an empty one removes it",
        arguments: [
            (["investor"], "investor #press"), (["investor", "#track"], "investor #track"),
            (["investor", "--label", "track"], "investor #track"), (["investor", "--label", ""], "investor"),
            (["--label", "track"], "founder #track"), (["--label", ""], "founder"),
            (["", "--label", "track"], "#track"),
        ])
    func rewritten(arguments: [String], result: String) async throws {
        #expect(try await note("founder", "--label", "press").status == .done)
        let run = try await CommandRun(["note", "hn:pg"] + arguments, in: home)
        #expect(run.status == .done, "\(run)")
        #expect(try await note().output == "\(result)\n")
    }

    @Test(
        "Without a text and a label, nothing of a note is left, which is said, and there must be a note",
        arguments: [[""], ["", "--label", ""]])
    func emptied(arguments: [String]) async throws {
        #expect(try await note("founder", "--label", "press").status == .done)
        let run = try await CommandRun(["note", "hn:pg"] + arguments, in: home)
        #expect(run.status == .done && run.output == "Note on hn:pg removed.\n", "\(run)")
        #expect(try await CommandRun("notes", in: home).output.isEmpty)
        let again = try await CommandRun(["note", "hn:pg"] + arguments, in: home)
        #expect(again.status == .failed && again.errors.contains("There is no note on hn:pg."), "\(again)")
    }
}
