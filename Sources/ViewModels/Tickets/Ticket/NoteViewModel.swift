public import EngineConcepts

/// The state of the prompt for a note.
public nonisolated struct NoteState: Equatable, Sendable {
    /// The question, with the author's name, or a word while the ticket is read.
    public var prompt: String
    /// The notes of lists on the author.
    public var others: [NoteText] = []
    /// The text to begin with: the present note.
    public var text = ""
}

/// The prompt for the user's note on the author of a ticket. An empty text removes the note.
public final class NoteViewModel: ViewModel {
    /// An action in the prompt.
    public nonisolated enum Action: Equatable, Sendable {
        /// Write this note.
        case submit(String)
        /// Leave the note as it is.
        case close
    }

    public private(set) var state: NoteState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<ClosingOutput>(isLoading: true)

    private let ticket: TicketID
    private let track: TrackServices
    private var session: Session { track.session }
    private var author: Author?

    /// Creates the prompt for the author of a ticket; ``start()`` reads the present note.
    public init(ticket: TicketID, track: TrackServices) {
        self.ticket = ticket
        self.track = track
        state = NoteState(prompt: track.session.localizer(.loading))
    }

    public func start() {
        track.withAuthor(of: ticket) { [weak self] author in
            guard let self else { return }
            self.author = author
            let notes = session.notes.authorNotes.notes(on: author, in: ticket.supplier)
            var next = state
            next.prompt = session.localizer(.notePrompt, .text(author.name))
            next.others = notes.filter { $0.list != nil }.map(NoteText.init)
            next.text = notes.first { $0.list == nil }?.note.typed ?? ""
            state = next
            endLoading()
        } orElse: { [weak self] in
            self?.send(.close)
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .submit(let text):
            guard let author else { return }
            session.notes.write(text, on: author, in: ticket.supplier)
            onOutput?(.close)
        case .close: onOutput?(.close)
        }
    }
}
