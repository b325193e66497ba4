import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The command line")
struct CommandLineTests {
    @Test("While a directory is read, the line shows its text and keys wait for the files")
    func readingDirectory() async {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let programs = NoPrograms(names: {
            for await _ in gate { break }
            return ["feeds.opml"]
        })
        let fixture = Fixture(programs: programs)
        let entry = CommandEntry(name: "import", argument: "PATH", help: "", takesPath: true)
        let line = CommandLineViewModel(commands: [entry], text: "import l/", session: fixture.session)
        line.start()
        #expect(line.isCatchingUp && line.state.text == "import l/")
        #expect(line.state.matches.map(\.name) == ["import"])
        opening.yield()
        await fixture.session.activity.idle()
        #expect(!line.isCatchingUp)
        #expect(line.state.matches.map(\.line) == ["import l/feeds.opml"])
    }
}
