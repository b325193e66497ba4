public import EngineConcepts
public import FiberConfiguration
public import Localization
public import Queries
import WebText

/// All that the view-models need from outside, made once at the composition root.
public final class ReaderServices {
    /// The engine whose Track is read.
    public let engine: any Engine
    /// Reads the Track.
    public let reader: any TrackReader
    /// The list of what is followed.
    public let sources: any SourceManaging
    /// Opens threads; nil where there are none.
    public let threads: (any ThreadOpening)?
    /// Looks for tickets that tell one story; nil where nobody does.
    public let stories: (any StoryFolding)?
    /// Remembers what tickets said before they were edited; nil where nobody does.
    public let history: (any HistoryReading)?
    /// Finds tickets.
    public let finder: any TicketFinding
    /// Opens links.
    public let browser: any BrowserOpening
    /// Tells the reader of tickets that rules ask for; nil where nothing is told.
    public var announcer: Announcer?
    /// Copies text; nil where the terminal cannot. Set by whoever opens the terminal.
    public var clipboard: (any ClipboardWriting)?
    /// Gets pictures; nil where none are drawn. Set by whoever opens the terminal.
    public var pictures: (any PictureLoading)?
    /// What the program knows of itself; nil where nobody keeps it.
    public var diagnostics: (any Diagnostics)?
    /// Follows the first sources; nil where the timeline is no sample that somebody begins with.
    public var firstRun: (any FirstRun)?
    /// The time of day.
    public let time: any TimeSource
    /// Local clocks.
    public let zone: any LocalZone
    /// The words of the screens.
    public let wording: Localizer
    /// What is said at the start, above the timeline.
    public let banner: String?

    /// Counts work under way.
    public let activity: Activity
    /// What can be taken back.
    public let undo: UndoStack
    /// What is said to the reader.
    public let messages: MessageCenter
    /// What readers do to tickets for themselves.
    public let marks: ReaderMarks
    /// What readers do to tickets at their sources.
    public let actions: ReaderActions
    /// The reader's topics and rules.
    public let labels: ReaderLabels
    /// What is remembered.
    public let preferences: Preferences
    /// The settings that count.
    public let settings: ReaderSettings
    /// Presenters by supplier.
    public let presenters: Presenters

    /// Puts the services together.
    ///
    /// - Parameters:
    ///   - marks: Where marks are kept.
    ///   - settings: Where small values are kept.
    ///   - configuration: What the reader's own file says of the settings.
    ///   - threads: Opens threads.
    ///   - stories: Looks for tickets that tell one story.
    ///   - history: Remembers what tickets said before they were edited.
    ///   - finder: Finds tickets; nil where there is no index: then each is looked at.
    ///   - labels: Keeps topics and rules; nil where there are none.
    ///   - banner: What to say above the timeline, such as that this is the sample; nil for nothing.
    public init(
        engine: any Engine, reader: any TrackReader, marks: any MarkStore, settings: any SettingStore,
        sources: any SourceManaging, browser: any BrowserOpening, time: any TimeSource,
        zone: any LocalZone = SystemZone(), wording: Localizer = .english,
        configuration: ConfigurationFile = .standard,
        threads: (any ThreadOpening)? = nil, labels: (any LabelManaging)? = nil,
        stories: (any StoryFolding)? = nil, history: (any HistoryReading)? = nil,
        finder: (any TicketFinding)? = nil, banner: String? = nil
    ) {
        self.stories = stories
        self.history = history
        self.finder = finder ?? ScanningFinder(reader, clock: time)
        let activity = Activity()
        let undo = UndoStack()
        self.activity = activity
        self.undo = undo
        self.threads = threads
        self.engine = engine
        self.reader = reader
        self.sources = sources
        self.browser = browser
        self.time = time
        self.zone = zone
        self.wording = wording
        self.banner = banner
        let messages = MessageCenter(time: time, wording: wording)
        self.messages = messages
        self.marks = ReaderMarks(store: marks, undo: undo, messages: messages, wording: wording, activity: activity)
        actions = ReaderActions(
            engine: engine, reader: reader, undo: undo, messages: messages, wording: wording, activity: activity)
        self.labels = ReaderLabels(
            labels, undo: undo, messages: messages, wording: wording, activity: activity)
        let report = { (error: any Error) in
            messages.problem(.writeFailed, error)
        }
        preferences = Preferences(store: settings, time: time, report: report)
        self.settings = ReaderSettings(configuration, preferences: preferences, report: report)
        presenters = Presenters(engine: engine)
    }

    /// The services of a thread that is looked at from here: what is said, taken back, set and under way is shared; the Track
    /// and what is remembered of it are the thread's.
    public init(of thread: ThreadTrack, from parent: ReaderServices, banner: String?) {
        engine = thread.engine
        reader = thread.reader
        stories = nil
        history = nil
        finder = ScanningFinder(thread.reader, clock: parent.time)
        sources = parent.sources
        threads = parent.threads
        browser = parent.browser
        clipboard = parent.clipboard
        pictures = parent.pictures
        diagnostics = parent.diagnostics
        time = parent.time
        zone = parent.zone
        wording = parent.wording
        activity = parent.activity
        undo = parent.undo
        messages = parent.messages
        self.banner = banner
        marks = ReaderMarks(
            store: thread.marks, undo: parent.undo, messages: parent.messages, wording: parent.wording,
            activity: parent.activity)
        actions = ReaderActions(
            engine: thread.engine, reader: thread.reader, undo: parent.undo, messages: parent.messages,
            wording: parent.wording, activity: parent.activity)
        labels = ReaderLabels(
            nil, undo: parent.undo, messages: parent.messages, wording: parent.wording, activity: parent.activity)
        preferences = Preferences(store: thread.settings, time: parent.time) { error in
            parent.messages.problem(.writeFailed, error)
        }
        settings = parent.settings
        presenters = Presenters(engine: thread.engine)
    }

    /// Prints times.
    public var texts: TimeTexts { TimeTexts(zone: zone, wording: wording) }

    /// Tells of a ticket that a rule asks for.
    func notify(of entry: TrackEntry) {
        announcer?.add(entry)
    }

    /// What queries are asked in.
    public var queryContext: QueryContext {
        QueryContext(sourceNames: labels.sourceNames) { [zone] in .seconds(zone.secondsAhead(at: $0)) }
    }

    /// Takes back what was done last, and says what that was.
    public func undoLast() {
        guard let step = undo.pop() else { return messages.note(.nothingToUndo) }
        activity.run { [self] in
            // Marks are written in order; a step must not overtake the change that it takes back.
            await marks.flush()
            await labels.flush()
            do {
                messages.note(try await step())
            } catch {
                messages.problem(.writeFailed, error)
            }
        }
    }

    /// Opens a link outside, or says why not.
    public func open(_ link: String?) {
        guard let link else { return messages.note(.noLink) }
        guard LinkPolicy.allows(link) else { return messages.problem(.linkRefused, .words(link)) }
        activity.run { [self] in
            do {
                try await browser.open(link)
                messages.note(.opened, .words(DisplayAddress.place(of: link)))
            } catch {
                messages.problem(error)
            }
        }
    }

    /// Copies a link, or says why not.
    public func copy(_ link: String?) {
        guard let link, let clipboard else { return messages.note(.nothingToCopy) }
        do {
            try clipboard.copy(link)
            messages.note(.copied, .words(DisplayAddress.place(of: link)))
        } catch {
            messages.problem(error)
        }
    }

    /// Writes everything that is not written yet. To be awaited before the program suspends or ends.
    public func flush() async {
        await marks.flush()
        await labels.flush()
        await actions.flush()
        await preferences.flush()
    }
}
