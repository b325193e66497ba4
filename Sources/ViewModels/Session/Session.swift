public import EngineConcepts
public import FiberConfiguration
public import Localization

/// The services that every view-model uses: settings, messages, notes, other programs. It knows no Track.
///
/// ``TrackServices`` hold the session and add the Track; ``ScreenServices`` hold those and add what only some screens need.
public final class Session {
    /// The language of the screens.
    public let localizer: Localizer
    /// The keys that messages name.
    public let keys: CommandKeys
    /// The kinds of source that the program knows.
    public let kinds: SourceKinds
    public let time: any TimeSource
    public let zone: any LocalZone
    public let activity = Activity()
    /// The changes that can be undone.
    public let undo = UndoStack()
    /// The messages to the user.
    public let messages: MessageCenter
    /// The stored state of the main timeline and of the program.
    public let preferences: Preferences
    /// The notes on authors.
    public let notes: SessionNotes
    /// The files that are being sent.
    public let uploads = UploadProgress()
    /// Loads pictures for the present terminal and theme, or `nil` while the terminal shows none.
    public var pictureLoader: (any PictureLoading)?
    /// True if a key that cannot move the cursor says so, as in linear mode, where nothing else shows that it arrived.
    public var announcesStops = false
    let drafts: PostDrafts
    /// The posts that wait for some seconds before they are sent.
    public let outgoing: OutgoingPosts
    /// The path of the configuration file, or `nil` if there is none.
    public let configurationPath: String?
    public let settings: EffectiveSettings
    /// Runs other programs.
    public let programs: ProgramLauncher
    /// Opens and copies links.
    public let links: LinkOpener

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - store: Stores preferences.
    ///   - configurationPath: The path of the configuration file, or `nil` if there is none.
    ///   - fileSettings: The settings of the user's configuration file.
    ///   - notes: Keeps notes on authors, or `nil` if there are none.
    ///   - copyText: Copies a text to the clipboard.
    public init(
        store: any SettingStore, configurationPath: String? = nil, fileSettings: Settings = .standard,
        notes: (any AuthorNoteManaging)? = nil, browser: any BrowserOpening,
        copyText: @escaping (String) -> Void, programs: any ProgramRunning, time: any TimeSource,
        zone: any LocalZone = SystemZone(), localizer: Localizer = .english, kinds: SourceKinds = SourceKinds()
    ) {
        let keys = CommandKeys()
        let localizer = localizer.namingKeys { keys.name(of: $0, in: $1) }
        self.keys = keys
        self.localizer = localizer
        self.configurationPath = configurationPath
        self.kinds = kinds
        self.time = time
        self.zone = zone
        let messages = MessageCenter(time: time, localizer: localizer)
        self.messages = messages
        self.notes = SessionNotes(notes, activity: activity, undo: undo, messages: messages)
        preferences = Preferences(store: store, time: time) { messages.failure(.writeFailed, $0) }
        drafts = PostDrafts(preferences: preferences, time: time) { messages.log(.readFailed, $0) }
        outgoing = OutgoingPosts(drafts: drafts, time: time, undo: undo, messages: messages, activity: activity)
        settings = EffectiveSettings(fileSettings, preferences: preferences) { messages.failure(.writeFailed, $0) }
        self.programs = ProgramLauncher(runner: programs, messages: messages, activity: activity)
        links = LinkOpener(
            browser: browser, copyText: copyText, messages: messages, activity: activity, programs: self.programs,
            time: time)
    }

    /// Says that a movement led nowhere, because the cursor is at an end, if that is to be said.
    func announceStop(atBottom isAtBottom: Bool) {
        if announcesStops { messages.show(isAtBottom ? .cursorAtBottom : .cursorAtTop) }
    }

    /// Reads dates that people type, as of now.
    public var dates: DateReader { DateReader(zone: zone, now: time.now()) }

    /// Formats times.
    public var texts: TimeTexts { TimeTexts(zone: zone, localizer: localizer) }

    /// Runs work in the background and shows its error; see ``MessageCenter/showingErrors(_:_:)``.
    @discardableResult
    func run(
        _ failure: MessageKey = .readFailed, _ work: @escaping @MainActor () async throws -> Void
    ) -> Task<Void, Never> {
        activity.run { [messages] in await messages.showingErrors(failure, work) }
    }

    /// Runs work that opens a screen at its end, and shows its error. Keys typed meanwhile wait for that screen.
    public func runOpeningScreen(
        _ failure: MessageKey? = nil, _ work: @escaping @MainActor () async throws -> Void
    ) {
        activity.runHoldingInput { [messages] in await messages.showingErrors(failure, work) }
    }

    /// Runs work at every full minute, until the task is cancelled.
    func everyMinute(_ work: @escaping () -> Void) -> Task<Void, Never> {
        Task { [time] in
            while !Task.isCancelled {
                guard await time.sleepUnlessCancelled(for: time.untilNextMinute) else { return }
                work()
            }
        }
    }
}
