import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The command line")
struct CommandLineTests {
    private let entry = CommandEntry(name: "import", argument: "PATH", help: "", takesPath: true)

    /// Returns a fixture that reads directories once something is yielded.
    private func waitingFixture() -> (fixture: Fixture, opening: AsyncStream<Void>.Continuation) {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let programs = NoPrograms(names: {
            for await _ in gate { break }
            return ["feeds.opml"]
        })
        return (Fixture(programs: programs), opening)
    }

    @Test("While a directory is read, the line shows its text and keys wait for the files")
    func readingDirectory() async {
        let (fixture, opening) = waitingFixture()
        let line = CommandLineViewModel(commands: [entry], text: "import l/", session: fixture.session)
        line.start()
        #expect(line.isCatchingUp && line.state.text == "import l/")
        #expect(line.state.matches.map(\.name) == ["import"])
        opening.yield()
        await fixture.session.activity.idle()
        #expect(!line.isCatchingUp)
        #expect(line.state.matches.map(\.line) == ["import l/feeds.opml"])
    }

    @Test("Files that are read for a former text are not shown, and nothing waits for them")
    func formerText() async {
        let (fixture, opening) = waitingFixture()
        let line = CommandLineViewModel(commands: [entry], text: "import l/", session: fixture.session)
        line.start()
        line.send(.type("imp"))
        #expect(!line.isCatchingUp)
        opening.yield()
        await fixture.session.activity.idle()
        #expect(line.state.matches.map(\.line) == ["import "])
    }
}
