import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Storage
import ViewModels

/// The timeline that a session shows, and the services of its screens.
struct SessionTimeline {
    let engine: StandardEngine
    let store: TrackDatabase
    let sources: any SourceManaging
    let configuration: ConfigurationFile
    let time: any TimeSource
    /// Opens threads, or `nil` if there are none.
    var threads: Threads?
    /// The accounts, or `nil` if they cannot be managed here.
    var accounts: AccountScreenService?
    /// The accounts that can post, or `nil` if there are none.
    var posting: PostingService?
    /// Counts what servers filter out, or `nil`.
    var sourceFilters: ServerFilters?
    /// Topics and rules with their indexer, or `nil` if there are none.
    var labels: (manager: any LabelManaging, indexer: LabelIndexer)?
    /// The notes on authors, or `nil` if there are none.
    var notes: (any CommentaryManaging)?
    /// Loads pictures, or `nil` without pictures.
    var pictures: PictureSupply?
    /// Adds the first sources, or `nil` outside the sample.
    var onboardingService: (any OnboardingService)?
    /// The text above the timeline, or `nil`.
    var banner: String?
    /// Returns an item as one line of JSON.
    var encode: @Sendable (TrackEntry, Presentation) async throws -> String = { entry, presentation in
        TicketLines.line(of: entry, sourceName: entry.ticket.supplier.rawValue, topics: [], presentation)
    }
    let diagnostics: ProgramDiagnostics

    /// Makes the services of the screens on `terminal`.
    @MainActor
    func services(on terminal: SessionTerminal, browser: SystemBrowser) -> ReaderServices {
        let session = SessionContext(
            store: store, fileSettings: configuration.settings, notes: notes, browser: browser,
            clipboard: terminal.clipboard,
            programs: ProgramRunner(environment: ProcessInfo.processInfo.environment, encode: encode, draw: drawCard),
            time: time, localizer: terminal.localizer, kinds: .known)
        let finder = SearchService(store: store, clock: time)
        let track = TrackServices(
            engine: engine, reader: engine.reader, marks: store, labels: labels?.manager,
            stories: StoryService(store: store, indexer: labels?.indexer), history: finder, finder: finder,
            session: session)
        return ReaderServices(
            session: session, track: track, sources: sources, threads: threads, accounts: accounts, posting: posting,
            sourceFilters: sourceFilters, diagnostics: diagnostics, onboardingService: onboardingService,
            banner: banner)
    }

    /// Draws items on one card, as the settings choose now.
    private var drawCard: @Sendable ([TicketContent], CardForm) async throws -> [UInt8] {
        { [configuration, store, pictures] contents, form in
            let settings = try await configuration.settings(chosenIn: store)
            // The pictures of an open ticket are on disk already.
            let loader = pictures?.loader(settings) { _ in }
            return try await CardDrawing(
                configuration: configuration, settings: settings, localizer: settings.localizer, pictures: loader
            )
            .bytes(of: contents, as: form)
        }
    }
}
