import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Sample
import Suppliers
import TerminalDriverTestSupport
import TerminalKit
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

/// The whole program with a terminal in memory, a fake Track and a clock that stands still.
final class AppFixture {
    static let now = Timestamp(seconds: 1_795_175_640)  // 2026-11-20T11:54:00Z

    /// The default keys, which hundreds of tests share.
    private static let standardKeymap = Result { try CommandTable.standard.keymap() }

    let track = FakeTrack()
    let time = ManualTimeSource(AppFixture.now)
    let browser: RecordingBrowser
    let programs = RecordingPrograms()
    let terminal: TestTerminal
    let session: Session
    let services: ScreenServices
    let app: FiberApp
    private let labels: ClassifyingLabels?
    private var running: Task<EventLoop.Ending, any Error>?

    init(
        width: Int = 80, height: Int = 24, capabilities: TerminalCapabilities = TerminalCapabilities(),
        library: Library? = nil, banner: String? = nil, localizer: Localizer = .english,
        rowTemplates: [Density: RowTemplate] = [:], commands: CommandTable? = nil, keymap: Keymap? = nil,
        screens: [ScreenRow] = ScreenTable.rows,
        pictures: FakePictures? = nil, settings: [String: SettingValue] = [:],
        diagnostics: (any Diagnostics)? = nil, needsTerminal: Bool = false,
        firstSources: (any FirstSourceAdding)? = nil, posting: (any PostingServices)? = nil,
        accounts: (any AccountManaging)? = nil, outlines: (any OutlineOpening)? = nil,
        notes: (any AuthorNoteManaging)? = nil, fixedReason: Message? = nil,
        write: ((String) -> Void)? = nil
    ) throws {
        browser = RecordingBrowser(needsTerminal: needsTerminal)
        terminal = TestTerminal(width: width, height: height, capabilities: capabilities)
        let track = track
        labels = library.map { ClassifyingLabels($0, over: track, at: AppFixture.now) }
        session = Session(
            store: track,
            fileSettings: .standard
                .with([
                    "images.show": .choice("item"), "timeline.fold-duplicates": .flag(false),
                    "timeline.day-headings": .flag(false), "posting.undo-seconds": .number(0),
                ])
                .with(settings), notes: notes, browser: browser, copyText: { [terminal] in terminal.copy($0) },
            programs: programs,
            time: time,
            zone: FixedZone(),
            localizer: localizer, kinds: SourceKinds(SourceCatalog.standard.kinds + SampleTimeline.kinds))
        services = ScreenServices(
            track: TrackServices(
                engine: track, reader: track, marks: track, labels: labels, search: ScanningSearch(track, time: time),
                session: session),
            sources: FakeSourceList(of: track, fixedReason: fixedReason), outlines: outlines, accounts: accounts,
            posting: posting,
            diagnostics: diagnostics,
            firstSources: firstSources,
            banner: banner.map(Message.verbatim))
        let table = try keymap ?? commands?.keymap() ?? Self.standardKeymap.get()
        app = FiberApp(
            services: services, terminal: terminal,
            choices: AppChoices(commands: commands ?? .standard, keymap: table, rowTemplates: rowTemplates),
            screens: screens, pictures: { _, _ in pictures }, write: write)
    }

    /// Labels everything in the Track by topics and rules.
    func labelTickets() async throws { try await labels?.labelTickets() }

    /// Starts the program and waits until the screen is up to date.
    func start() async {
        running = Task { try await app.run() }
        await app.idle()
    }

    /// Presses keys one by one, each after the screen is up to date.
    func press(_ keys: String) async throws {
        for key in keys.split(separator: " ") {
            try terminal.press(String(key))
            await app.idle()
        }
    }

    /// Types text into a line.
    func type(_ text: String) async {
        terminal.type(text)
        await app.idle()
    }

    /// Returns the first line of the screen that contains a text, or `nil` if there is none.
    func line(with text: String) -> String? { terminal.lines.first { $0.contains(text) } }

    /// Waits until the program has ended and returns how.
    func ending() async throws -> EventLoop.Ending? { try await running?.value }

    /// Ends the program in any state, so that nothing outlives the test.
    func end() async throws {
        terminal.send(.closed)
        _ = try await ending()
    }

    /// Waits for a frame that satisfies `condition`, while work is running that only the test ends.
    func frame(_ condition: (String) -> Bool) async {
        while !condition(terminal.text) { await Task.yield() }
    }

    /// Waits until the screen satisfies `condition`.
    func shown(_ condition: (String) -> Bool) async {
        while !condition(terminal.text) {
            await Task.yield()
            await app.idle()
        }
    }
}

extension CommandTable {
    /// Returns the default key table.
    func keymap() throws -> Keymap { Keymap(try bindings()) }
}
