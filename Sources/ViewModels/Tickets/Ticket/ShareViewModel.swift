public import EngineConcepts

/// The state of the list of forms in which a ticket can be shared.
public nonisolated struct ShareState: ListState, Equatable, Sendable {
    public var title: String
    public let rows = ShareForm.all
    public var cursor = 0
    /// The tickets in the form under the cursor, or `nil` while it is read.
    public var preview: SharePreview?

    /// The form under the cursor.
    public var current: ShareForm { rows[cursor] }
}

/// The beginning of tickets in a form.
public nonisolated enum SharePreview: Equatable, Sendable {
    /// A card, without its pictures, which are loaded when it is drawn.
    case cards([TicketContent])
    case text(String)
}

/// The forms in which tickets can be shared: saved to a file, copied to the clipboard or passed to a program.
public final class ShareViewModel: ViewModel {
    /// An action on the list.
    public nonisolated enum Action: ListAction, Equatable {
        case move(Int)
        /// Save the tickets to a new file in the directory of the settings.
        case save
        /// Save the tickets in the form with this number, from 1.
        case saveNumber(Int)
        /// Copy the tickets to the clipboard.
        case copy
        /// Perform a command that was typed, on the tickets if it passes them on.
        case ticket(TicketCommand)
    }

    public private(set) var state: ShareState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<ClosingOutput>()

    private let tickets: [TicketID]
    private let track: TrackServices
    private var session: Session { track.session }
    private let programs: ItemPrograms

    /// Creates the list for tickets, of which there is at least one; ``start()`` reads them.
    public init(tickets: [TicketID], track: TrackServices) {
        self.tickets = tickets
        self.track = track
        programs = ItemPrograms(track: track)
        state = ShareState(title: track.session.localizer(.shareTitle))
    }

    public func start() {
        readPreview()
        guard tickets.count == 1, let ticket = tickets.first else {
            state.title = session.localizer(.shareTitleSeveral, .number(tickets.count))
            return
        }
        session.run { [self] in
            guard let entry = try await track.reader.entry(ticket) else { return }
            let presentation = await track.presenters.presentation(of: entry.ticket)
            guard let name = presentation.title ?? presentation.byline?.name else { return }
            state.title = session.localizer(.shareTitleOf, .text(name))
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count):
            state.cursor.move(by: count, within: state.rows.count)
            readPreview()
        case .save: save()
        case .saveNumber(let number):
            guard state.rows.indices.contains(number - 1) else { return }
            state.cursor = number - 1
            save()
        case .copy:
            programs.copy(as: state.current, tickets)
            if state.current.isText { onOutput?(.close) }
        case .ticket(let command): perform(command)
        }
    }

    private func readPreview() {
        let form = state.current
        session.run { [self] in
            var preview = try await programs.preview(of: tickets, as: form)
            if case .cards(var cards) = preview {
                for index in cards.indices {
                    cards[index].pictures = []
                    cards[index].avatar = nil
                }
                preview = .cards(cards)
            }
            if state.current == form { state.preview = preview }
        }
    }

    private func save() {
        // Pictures are loaded before a card is drawn.
        if case .card = state.current { session.messages.show(.cardDrawing) }
        programs.save(as: state.current, tickets)
        onOutput?(.close)
    }

    private func perform(_ command: TicketCommand) {
        switch command {
        case .pipe(let line): programs.pipe(line, tickets)
        case .save(let path): programs.save(to: path, tickets)
        case .copy(let form): programs.copy(as: form, tickets)
        default: return session.messages.show(.notATicket)
        }
        onOutput?(.close)
    }
}
