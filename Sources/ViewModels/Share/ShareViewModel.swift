public import EngineConcepts
import FiberConfiguration

/// The state of the list of forms in which a ticket can be shared.
public nonisolated struct ShareState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The forms.
    public var rows: [Row]
    /// The index of the form under the cursor.
    public var cursor = 0
    /// The ticket in the form under the cursor, or `nil` while it is read.
    public var preview: SharePreview?

    /// A form.
    public struct Row: Equatable, Sendable {
        public var form: ShareForm
        /// The form in words.
        public var text: String
    }

    /// The form under the cursor.
    public var current: ShareForm { rows[cursor].form }
}

/// The beginning of a ticket in a form.
public nonisolated enum SharePreview: Equatable, Sendable {
    /// A card, without its pictures, which are loaded when it is drawn.
    case card(TicketContent)
    case text(String)
}

/// The forms in which a ticket can be shared: saved to a file, copied to the clipboard or passed to a program.
public final class ShareViewModel: ViewModel {
    /// An action on the list.
    public nonisolated enum Action: Equatable, Sendable {
        /// Move the cursor.
        case move(Int)
        /// Save the ticket to a new file in the directory of the settings.
        case save
        /// Save the ticket in the form with this number, from 1.
        case saveNumber(Int)
        /// Copy the ticket to the clipboard.
        case copy
        /// Leave the screen.
        case close
    }

    /// A request of the screen.
    public nonisolated enum Output: Equatable, Sendable {
        /// The ticket is being shared, or nothing is to be shared.
        case closed
    }

    /// The state of the screen.
    public private(set) var state: ShareState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with each request.
    public var onOutput: ((Output) -> Void)?

    private let ticket: TicketID
    private let track: TrackServices
    private let session: SessionContext
    private let programs: ItemPrograms

    /// Makes the list for a ticket; ``start()`` reads the title.
    public init(ticket: TicketID, track: TrackServices, session: SessionContext) {
        self.ticket = ticket
        self.track = track
        self.session = session
        programs = ItemPrograms(track: track, session: session)
        state = ShareState(
            title: session.localizer(.shareTitle),
            rows: ShareForm.all.map { ShareState.Row(form: $0, text: session.localizer($0.description)) })
    }

    /// Reads the ticket.
    public func start() {
        readPreview()
        session.run { [weak self] in
            guard let self, let entry = try await track.reader.entry(ticket) else { return }
            let presentation = await track.presenters.presentation(of: entry.ticket)
            guard let name = presentation.title ?? presentation.byline?.name else { return }
            state.title = session.localizer(.shareTitleOf, .words(name))
        }
    }

    /// Performs an action.
    public func send(_ action: Action) {
        switch action {
        case .move(let count):
            state.cursor = min(max(0, state.cursor + count), state.rows.count - 1)
            readPreview()
        case .save: save()
        case .saveNumber(let number):
            guard state.rows.indices.contains(number - 1) else { return }
            state.cursor = number - 1
            save()
        case .copy:
            programs.copy(as: state.current, ticket)
            if state.current.isText { onOutput?(.closed) }
        case .close: onOutput?(.closed)
        }
    }

    private func readPreview() {
        let form = state.current
        session.run { [weak self] in
            guard let self else { return }
            var preview = try await programs.preview(of: ticket, as: form)
            if case .card(var card) = preview {
                card.pictures = []
                card.avatar = nil
                preview = .card(card)
            }
            if state.current == form { state.preview = preview }
        }
    }

    private func save() {
        // Pictures are loaded before a card is drawn.
        if case .card = state.current { session.messages.note(.cardDrawing) }
        programs.save(as: state.current, ticket)
        onOutput?(.closed)
    }
}

nonisolated extension ShareForm {
    fileprivate var description: MessageKey {
        switch self {
        case .card(.png): .sharePNG
        case .card(.svg): .shareSVG
        case .card(.ansi): .shareANSI
        case .document(.markdown): .shareMarkdown
        case .document(.html): .shareHTML
        case .document(.text): .shareText
        case .document(.json): .shareJSON
        }
    }
}
