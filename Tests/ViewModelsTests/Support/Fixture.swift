import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

/// A timeline with a fake Track and a clock that stands still.
final class Fixture {
    static let now = Timestamp(seconds: 1_795_175_640)  // 2026-11-20T11:54:00Z

    let track: FakeTrack
    let time: ManualTimeSource
    let browser: FakeBrowser
    let sources: FakeSources
    let session: Session
    let services: ScreenServices
    let measure = FixedMeasure()
    let timeline: TimelineViewModel
    var outputs: [TimelineOutput] = []

    let labels: ClassifyingLabels?

    init(
        track: FakeTrack = FakeTrack(), outlines: (any OutlineOpening)? = nil, library: Library? = nil,
        labels manager: (any LabelManaging)? = nil, settings: [String: SettingValue] = [:],
        history: (any HistoryReading)? = nil, diagnostics: (any Diagnostics)? = nil,
        notes: (any AuthorNoteManaging)? = nil,
        firstSources: (any FirstSourceAdding)? = nil, accounts: (any AccountManaging)? = nil,
        hasPlayer: Bool = false, browserFails: Bool = false, fixedReason: Message? = nil,
        search: (any TicketSearching)? = nil, posting: (any PostingServices)? = nil, localizer: Localizer = .english,
        programs: any ProgramRunning = NoPrograms()
    ) {
        self.track = track
        sources = FakeSources(fixedReason: fixedReason)
        browser = FakeBrowser(hasPlayer: hasPlayer, fails: browserFails)
        labels = library.map { ClassifyingLabels($0, over: track, at: Fixture.now) }
        time = ManualTimeSource(Self.now)
        session = Session(
            store: track,
            fileSettings: .standard
                .with([
                    "timeline.mark-read-on-passing": .flag(false), "timeline.fold-duplicates": .flag(false),
                    "timeline.day-headings": .flag(false), "posting.undo-seconds": .number(0),
                ])
                .with(settings), notes: notes, browser: browser, copyText: { _ in }, programs: programs, time: time,
            zone: FixedZone(), localizer: localizer)
        services = ScreenServices(
            track: TrackServices(
                engine: track, reader: track, marks: track, labels: manager ?? labels, history: history,
                search: search ?? ScanningSearch(track, time: time), session: session),
            sources: sources, outlines: outlines, accounts: accounts, posting: posting, diagnostics: diagnostics,
            firstSources: firstSources)
        timeline = TimelineViewModel(
            track: services.track, diagnostics: diagnostics, notifier: services.notifier, banner: nil,
            fixedReason: fixedReason, measure: measure)
        timeline.onOutput = { [weak self] in self?.outputs.append($0) }
    }

    /// Opens the timeline on a screen of 20 lines, where every row takes two.
    func start(height: Int = 20) async {
        timeline.send(.resize(width: 80, height: height))
        timeline.start()
        await session.activity.idle()
    }

    /// Performs actions and waits until no work is running.
    func send(_ actions: TimelineAction...) async {
        for action in actions { timeline.send(action) }
        await session.activity.idle()
    }

    /// Performs actions as the event loop passes on keys that were typed at once: each as soon as the screen accepts input.
    func burst<Model: ViewModel>(_ actions: [Model.Action], on model: Model) async {
        for action in actions {
            while model.isCatchingUp || session.activity.holdsInput { await Task.yield() }
            model.send(action)
        }
        await session.activity.idle()
    }

    /// Commits, and waits until the timeline has handled it.
    func commit(_ tickets: [Ticket], gaps: [Gap] = [], visibleRanges: TimeframeSet? = nil) async {
        track.commit(tickets, gaps: gaps, visibleRanges: visibleRanges)
        let version = await track.snapshot.version
        await changed { self.timeline.rows.snapshot?.version == version }
        await session.activity.idle()
    }

    /// Waits until `condition` holds, checking it after each change.
    func changed(until condition: () -> Bool) async {
        await ViewModelTestSupport.changed(timeline, \.onPublish, until: condition)
    }

    var content: RowsContent<TimelineRow>? { timeline.state.body.content }

    /// The item under the cursor and its line.
    var cursor: String {
        guard let content, let row = timeline.state.current else { return "none" }
        return "\(row.ticket?.id.item ?? "gap") at \(content.line)"
    }
}

/// Has the same history for every ticket.
nonisolated struct FakeHistory: HistoryReading {
    var former: [Ticket] = []
    /// The tickets that a source first delivered at these times.
    var delivered: [OrderKey: Timestamp] = [:]

    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket] { Array(former.prefix(limit)) }
    nonisolated func firstSeen(_ id: TicketID) async throws -> Timestamp? { nil }
    nonisolated func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey] {
        delivered.filter { $0.value > time && TrackPlace.ticket($0.key) < place }.keys.sorted()
    }
}

/// Every post takes two lines, every gap one.
final class FixedOutlineMeasure: OutlineMeasuring {
    func lines(of row: OutlineRow, in format: RowFormat) -> Int { row.ticket == nil ? 1 : 2 }
}

/// Every row takes two lines, every gap three.
final class FixedMeasure: RowMeasuring {
    func lines(of row: TimelineRow, in format: RowFormat) -> Int {
        row.gap == nil ? (format.density == .compact ? 1 : 2) : 3
    }

    func pictures(of row: TimelineRow, in format: RowFormat) -> [PictureBox] { [] }
}

/// Every ticket takes a hundred lines, its raw form three.
final class FixedTicketMeasure: TicketMeasuring {
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int { raw ? 3 : 100 }
}

/// A layout of lines without parts.
extension TicketMeasuring {
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] { [] }
    func lines(of picture: Picture) -> Int? { nil }
    func line(of place: TextPosition, in content: TicketContent, width: Int) -> Int { 0 }
    func position(at line: Int, of content: TicketContent, width: Int) -> TextPosition? { nil }
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16] { [] }
    func code(of content: TicketContent, width: Int) -> [CodeArea] { [] }
}

/// A browser and a player that record the addresses that they are to open, or fail.
final class FakeBrowser: BrowserOpening {
    nonisolated let choice: BrowserChoice
    private let opened = Opened()
    private let played = Opened()
    nonisolated private let fails: Bool

    init(hasPlayer: Bool = false, fails: Bool = false) {
        self.fails = fails
        choice = BrowserChoice(
            settings: .standard.with(["player.command": .words(hasPlayer ? ["mpv"] : [])]), environment: [:],
            system: "open", exists: { _ in true })
    }

    nonisolated func run(_ program: BrowserChoice.Program, for url: String) async throws {
        if fails { throw SupplierError(.refused, "There is no display.") }
        await (program.words.first == "mpv" ? played : opened).add(url)
    }

    var playedURLs: [String] { get async { await played.urls } }

    var urls: [String] { get async { await opened.urls } }

    private actor Opened {
        var urls: [String] = []
        func add(_ url: String) { urls.append(url) }
    }
}

/// A list of sources in memory.
final class FakeSources: SourceManaging {
    private let list = List()

    nonisolated let fixedReason: Message?
    nonisolated var listPath: String? { nil }

    init(fixedReason: Message? = nil) { self.fixedReason = fixedReason }

    nonisolated func sources() async throws -> [SourceDescription] { try await list.read() }
    nonisolated func runningSources() async -> [SourceDescription] { await list.all }
    /// Makes the list unreadable and unchangeable from now on, or not any more.
    nonisolated func fail(with error: ConfigurationError?) async { await list.fail(with: error) }
    nonisolated func add(_ address: String) async throws -> SourceDescription {
        if address == "https://several.example" {
            throw SeveralSources(
                address: address,
                choices: [
                    .init(address: "https://several.example/news", title: "News"),
                    .init(address: "https://elsewhere.example/notes", title: "Notes"),
                ])
        }
        guard address.contains("://") else { throw SupplierError(.unsupported, "\(address) is no address.") }
        let source = SourceDescription(id: SupplierID("feed:\(address)"), address: address, name: "New")
        guard await !list.all.contains(where: { $0.id == source.id }) else {
            throw SupplierError(.unsupported, "\(address) is already a source.")
        }
        await list.put(source)
        return source
    }
    nonisolated func follow(listAt path: String) async throws -> ListOutcome {
        switch path {
        case "~/feeds.opml":
            let former = Library(sources: await list.all)
            for name in ["one", "two"] {
                await list.put(SourceDescription(id: SupplierID("feed:\(name)"), address: "https://\(name).example"))
            }
            return ListOutcome(
                LibraryAdditions(to: Library(sources: await list.all), since: former), skipped: 2,
                warnings: ["Line 3: exec:ls runs a command.", "Line 4: x is no address."])
        case "~/topics.opml":
            let former = Library(sources: await list.all)
            for var source in former.sources {
                source.topics.append("Racing")
                await list.put(source)
            }
            return ListOutcome(LibraryAdditions(to: Library(sources: await list.all), since: former))
        case "~/known.opml": return ListOutcome(added: [])
        default: throw SupplierError(.unsupported, "\(path) is no list.")
        }
    }
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource? { await list.remove(id) }
    nonisolated func remove(_ additions: LibraryAdditions) async throws { await list.remove(additions) }
    /// Warns of these uses of the sources that are removed from now on.
    nonisolated func setWarnings(onRemoval warnings: [Message]) async { await list.setWarnings(warnings) }
    nonisolated func restore(_ removed: RemovedSource) async throws { await list.restore(removed) }
    nonisolated func change(_ former: SourceDescription, to changed: SourceDescription) async throws {
        guard let present = try await list.read().first(where: { $0.id == changed.id }) else {
            throw SupplierError(.unsupported, "There is no \(changed.id).")
        }
        await list.put(present.applying(changesFrom: former, to: changed))
    }
    /// Lists a source, or replaces its description.
    nonisolated func put(_ source: SourceDescription) async throws {
        _ = try await list.read()
        await list.put(source)
    }
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription {
        guard address.contains("://") else { throw SupplierError(.unsupported, "\(address) is no address.") }
        guard var source = await list.all.first(where: { $0.id == id }) else {
            throw SupplierError(.unsupported, "There is no \(id).")
        }
        source.address = address
        await list.put(source)
        return source
    }
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws {
        guard password == "secret" else { throw SupplierError(.notAuthorised, "Wrong password.") }
        await list.add(login: "\(id) \(user)")
    }
    /// The sources and names of the logins so far.
    var logins: [String] { get async { await list.logins } }
    nonisolated func arrange(_ order: [SupplierID]) async throws { await list.arrange(order) }

    private actor List {
        var all: [SourceDescription] = []
        var logins: [String] = []
        private var warnings: [Message] = []
        private var failure: ConfigurationError?
        func fail(with failure: ConfigurationError?) { self.failure = failure }
        func read() throws -> [SourceDescription] {
            if let failure { throw failure }
            return all
        }
        func add(login: String) { logins.append(login) }
        func put(_ source: SourceDescription) {
            if let index = all.firstIndex(where: { $0.id == source.id }) {
                all[index] = source
            } else {
                all.append(source)
            }
        }
        func setWarnings(_ warnings: [Message]) { self.warnings = warnings }
        func remove(_ id: SupplierID) -> RemovedSource? {
            var library = Library(sources: all)
            defer { all = library.sources }
            var removed = library.remove(id)
            removed?.warnings = warnings
            return removed
        }
        func remove(_ additions: LibraryAdditions) {
            var library = Library(sources: all)
            library.remove(additions)
            all = library.sources
        }
        func restore(_ removed: RemovedSource) {
            var library = Library(sources: all)
            library.restore(removed)
            all = library.sources
        }
        func arrange(_ order: [SupplierID]) {
            var library = Library(sources: all)
            library.arrange(order)
            all = library.sources
        }
    }
}

/// Ticket number `number`: higher numbers are newer by a minute each; number 0 is a day before ``Fixture/now``.
func ticket(_ number: Int, of supplier: SupplierID = "feed:a", title: String? = nil, link: String? = nil) -> Ticket {
    Ticket(
        SourceItem(
            id: String(number), orderTime: Fixture.now.advanced(by: .seconds(60 * number - 86_400)),
            body: TicketBody(title: title ?? "Ticket \(number)", text: .plain("Words."), link: link)),
        of: supplier, seen: Fixture.now)
}

func tickets(_ numbers: Range<Int>) -> [Ticket] { numbers.map { ticket($0) } }

/// The gap between two tickets' numbers, the newer one first.
func gap(_ newer: Int, _ older: Int, kind: Gap.Kind = .full, missing: [Gap.Missing]? = nil) throws -> Gap {
    Gap(
        timeframe: try timeframe(from: 60 * newer, downTo: 60 * older), kind: kind,
        missing: missing ?? [.init(supplier: "feed:a", cause: .notAsked)])
}

/// A gap that only these suppliers leave, in seconds after ticket 0; to the beginning of time without an older bound.
func partialGap(_ newer: Int, _ older: Int?, of suppliers: [SupplierID] = ["feed:a"]) throws -> Gap {
    Gap(
        timeframe: try timeframe(from: newer, downTo: older), kind: .partial,
        missing: suppliers.map { .init(supplier: $0, cause: .notAsked) })
}

private func timeframe(from newer: Int, downTo older: Int?) throws -> Timeframe {
    let base = Fixture.now.advanced(by: .seconds(-86_400))
    let end = older.map { base.advanced(by: .seconds($0)) } ?? .beginningOfTime
    return try #require(Timeframe(from: base.advanced(by: .seconds(newer)), downTo: end))
}

/// The status of a feed in this condition.
func sourceStatus(_ id: SupplierID, _ name: String, _ condition: RequestHistory.Condition) -> SupplierStatus {
    SupplierStatus(
        id: id, name: name, kind: "feed",
        requests: RequestHistory(condition, lastSuccess: condition == .healthy ? Fixture.now : nil))
}
