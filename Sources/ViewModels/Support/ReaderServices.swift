public import EngineConcepts

/// Everything that the flows make view-models from, put together at the composition root.
public final class ReaderServices {
    /// What all view-models share.
    public let session: SessionContext
    /// The main timeline's Track, or that of a thread.
    public let track: TrackServices
    /// The list of sources.
    public let sources: any SourceManaging
    /// Opens threads, or `nil` if there are none.
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

    /// Puts the services together.
    public init(
        session: SessionContext, track: TrackServices, sources: any SourceManaging,
        threads: (any ThreadOpening)? = nil, pictures: PictureSource = PictureSource(), announcer: Announcer? = nil,
        diagnostics: (any Diagnostics)? = nil, firstRun: (any FirstRun)? = nil, banner: String? = nil
    ) {
        self.session = session
        self.track = track
        self.sources = sources
        self.threads = threads
        self.pictures = pictures
        self.announcer = announcer ?? Announcer(track: track, session: session)
        self.diagnostics = diagnostics
        self.firstRun = firstRun
        self.banner = banner
    }

    /// Returns the services of a thread, which has its own Track and shares everything else.
    public func thread(_ thread: ThreadTrack, banner: String) -> ReaderServices {
        let preferences = Preferences(store: thread.settings, time: session.time) { [messages = session.messages] in
            messages.problem(.writeFailed, $0)
        }
        return ReaderServices(
            session: session,
            track: TrackServices(
                engine: thread.engine, reader: thread.reader, marks: thread.marks, preferences: preferences,
                session: session),
            sources: sources, threads: threads, pictures: pictures, announcer: announcer, diagnostics: diagnostics,
            banner: banner)
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
                messages.note(.opened, .words(RowBuilder.short(link)))
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
            messages.note(.copied, .words(RowBuilder.short(link)))
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
