public import EngineConcepts

/// All services from which the view-models of screens are made: those of the Track, and those that only some screens need, such
/// as accounts. Made at the composition root.
public final class ScreenServices {
    public var session: Session { track.session }
    public let track: TrackServices
    /// The user's list of sources.
    public let sources: any SourceManaging
    /// Opens outlines, or `nil` if there are none.
    public let outlines: (any OutlineOpening)?
    /// The accounts, or `nil` if they cannot be managed here.
    public let accounts: (any AccountManaging)?
    /// The accounts that can post, or `nil` if there are none.
    public let posting: (any PostingServices)?
    /// Counts what sources filter out by themselves, or `nil` if none do.
    public let sourceFilters: (any SourceFilterCounting)?
    /// Sends notifications about tickets that rules ask for.
    public let notifier: TicketNotifier
    /// The program's own log and figures, or `nil` if it keeps none.
    public let diagnostics: (any Diagnostics)?
    /// Adds the first sources, or `nil` outside the sample.
    public let firstSources: (any FirstSourceAdding)?
    /// The text above the timeline, or `nil`.
    public let banner: Message?
    /// True if the cursor stays on the newest item while newer ones arrive, as with a live stream of lines.
    public let followsNewest: Bool

    public init(
        track: TrackServices, sources: any SourceManaging, outlines: (any OutlineOpening)? = nil,
        accounts: (any AccountManaging)? = nil, posting: (any PostingServices)? = nil,
        sourceFilters: (any SourceFilterCounting)? = nil, diagnostics: (any Diagnostics)? = nil,
        firstSources: (any FirstSourceAdding)? = nil, banner: Message? = nil,
        followsNewest: Bool = false
    ) {
        self.track = track
        self.sources = sources
        self.outlines = outlines
        self.accounts = accounts
        self.posting = posting
        self.sourceFilters = sourceFilters
        notifier = TicketNotifier(track: track)
        self.diagnostics = diagnostics
        self.firstSources = firstSources
        self.banner = banner
        self.followsNewest = followsNewest
    }

    /// Writes a problem report and shows its path.
    public func reportProblem() {
        guard let diagnostics else { return session.messages.show(.reportNone) }
        session.run(.writeFailed) { [session, engine = track.engine] in
            session.messages.show(.reportWritten, .text(try await diagnostics.writeReport(await engine.statistics)))
        }
    }
}
