import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
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
        followsNewest: Bool = false, search: (any TicketSearching)? = nil, posting: (any PostingServices)? = nil,
        localizer: Localizer = .english,
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
            fixedReason: fixedReason, followsNewest: followsNewest, measure: measure)
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
