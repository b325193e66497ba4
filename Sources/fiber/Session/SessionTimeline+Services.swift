import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Queries
import Storage
import ViewModels

extension SessionTimeline {
    /// Makes the services of the screens on `terminal`.
    @MainActor
    func services(on terminal: SessionTerminal, browser: SystemBrowser) -> ScreenServices {
        let parts = parts
        switch self {
        case .own(let context):
            let session = parts.session(
                on: terminal, browser, notes: context.notes, pictures: PictureLoaderFactory(context)
            ) { entry, presentation in
                let current = try await context.withCurrentLibrary()
                let topics = current.library.allTopics.filter { entry.labels.contains($0.id) }.map(\.name)
                let name = current.library.shownName(of: entry.ticket.supplier)
                return TicketLines.line(of: entry, sourceName: name, topics: topics, presentation)
            }
            return ScreenServices(
                track: parts.track(session, labels: context.labels, indexer: context.labels.indexer),
                sources: parts.sources, outlines: context.outlines, accounts: AccountScreenService(context),
                posting: context.posting, sourceFilters: context.sources.controlUnit, diagnostics: parts.diagnostics)
        case .sample(let sample):
            let session = parts.session(on: terminal, browser, notes: TransientNotes(sample.library))
            let labels = TransientLabels(sample.library, indexer: sample.indexer)
            return ScreenServices(
                track: parts.track(session, labels: labels, indexer: sample.indexer), sources: parts.sources,
                outlines: sample.outlines, accounts: sample.ownContext.map { AccountScreenService($0) },
                posting: sample.posting, diagnostics: parts.diagnostics,
                firstSources: sample.ownContext.map { FirstSourceService(followed: $0.sources) },
                banner: sample.banner)
        case .standardInput:
            let session = parts.session(on: terminal, browser)
            return ScreenServices(
                track: parts.track(session), sources: parts.sources, diagnostics: parts.diagnostics,
                followsNewest: true)
        }
    }
}

@MainActor
extension SessionTimeline.Parts {
    /// - Parameters:
    ///   - notes: The notes on authors, or `nil` if there are none.
    ///   - pictures: Loads pictures, or `nil` without pictures.
    ///   - encode: Returns an item as one line of JSON.
    fileprivate func session(
        on terminal: SessionTerminal, _ browser: SystemBrowser, notes: (any AuthorNoteManaging)? = nil,
        pictures: PictureLoaderFactory? = nil,
        encode: @escaping @Sendable (TrackEntry, Presentation) async throws -> String = { entry, presentation in
            TicketLines.line(of: entry, sourceName: entry.ticket.supplier.rawValue, topics: [], presentation)
        }
    ) -> Session {
        Session(
            store: store, configurationPath: configuration.path, fileSettings: configuration.settings, notes: notes,
            browser: browser,
            copyText: { terminal.copy($0) },
            programs: ProgramRunner(
                environment: ProcessInfo.processInfo.environment, encode: encode, draw: cardDrawing(pictures)),
            time: time, localizer: terminal.localizer, kinds: .known)
    }

    /// - Parameters:
    ///   - labels: The topics and rules, or `nil` if there are none.
    ///   - indexer: Applies topics and rules, and finds stories.
    fileprivate func track(
        _ session: Session, labels: (any LabelManaging)? = nil, indexer: LabelIndexer? = nil
    ) -> TrackServices {
        TrackServices(
            engine: engine, reader: engine.reader, marks: store, labels: labels,
            setStoryMatching: { [store] isEnabled in
                try await store.setStoryMatching(isEnabled)
                indexer?.wakeUp()
            }, history: store, search: search, session: session)
    }

    /// Returns a function that draws items on one card, as the settings choose then.
    private func cardDrawing(
        _ pictures: PictureLoaderFactory?
    ) -> @Sendable ([TicketContent], CardForm) async throws -> [UInt8] {
        { [configuration, store] contents, form in
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
