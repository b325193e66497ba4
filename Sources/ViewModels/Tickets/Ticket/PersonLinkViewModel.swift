public import EngineConcepts

/// The state of the prompt that links an author.
public nonisolated struct PersonLinkState: Equatable, Sendable {
    /// The question, with the author's name, or a word while the ticket is read.
    public var prompt: String
    /// The other authors of the same person, as they are written.
    public var identities: [String] = []
    /// The names and handles that the typed text can become.
    public var suggestions: [String] = []
    /// The index of the suggestion that is in the line, or `nil` for none.
    public var selected: Int?
}

/// The prompt that links the author of a ticket with another author, or with a person. An empty text takes the author out
/// of the person to whom it belongs.
public final class PersonLinkViewModel: ViewModel {
    /// An action in the prompt.
    public nonisolated enum Action: Equatable, Sendable {
        /// Look for what begins with this text.
        case type(String)
        /// Choose a suggestion, this far after the present one, cyclically.
        case suggest(Int)
        /// Link with this author or person. The prompt closes unless that is refused.
        case submit(String)
        /// Link nothing.
        case close
    }

    public private(set) var state: PersonLinkState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<ClosingOutput>(isLoading: true)

    /// The number of suggestions.
    private static let maximumSuggestions = 6

    private let ticket: TicketID
    private let track: TrackServices
    private let posting: (any PostingServices)?
    private var session: Session { track.session }
    private var author: Author?
    /// The name of the author's person, which is not suggested, or `nil` if the author is not linked.
    private var person: String?
    private var typedText = ""
    private var search: Task<Void, Never>?

    /// Creates the prompt for the author of a ticket; ``start()`` reads it.
    public init(ticket: TicketID, track: TrackServices, posting: (any PostingServices)?) {
        self.ticket = ticket
        self.track = track
        self.posting = posting
        state = PersonLinkState(prompt: track.session.localizer(.loading))
    }

    public func start() {
        track.withAuthor(of: ticket) { [weak self] author in
            guard let self else { return }
            self.author = author
            var next = state
            next.prompt = session.localizer(.personPrompt, .text(author.name))
            let person = PersonText(author, in: ticket.supplier, among: session.notes.people)
            self.person = person?.name
            next.identities = person?.others ?? []
            state = next
            suggest(for: "")
            endLoading()
        } orElse: { [weak self] in
            self?.send(.close)
        }
    }

    public func stop() { search?.cancel() }

    public func send(_ action: Action) {
        switch action {
        case .type(let text):
            guard text != typedText, state.selected.map({ state.suggestions[$0] }) != text else { return }
            typedText = text
            suggest(for: text)
        case .suggest(let count): choose(count)
        case .submit(let text):
            guard let author else { return }
            let close: @MainActor () -> Void = { [weak self] in self?.onOutput?(.close) }
            if text.allSatisfy(\.isWhitespace) {
                session.notes.unlink(author, in: ticket.supplier, then: close)
            } else {
                session.notes.link(author, in: ticket.supplier, with: text, then: close)
            }
            // Later keys are for the screen below, or for the text to correct.
            holdInput(in: session.activity) { [notes = session.notes] in await notes.flush() }
        case .close: onOutput?(.close)
        }
    }

    /// Suggests people by their names, and handles of authors in the store.
    private func suggest(for text: String) {
        state.selected = nil
        let prefix = text.lowercased()
        let names = session.notes.people.all.map(\.name).filter { $0 != person && $0.lowercased().hasPrefix(prefix) }
        state.suggestions = Array(names.prefix(Self.maximumSuggestions))
        search?.cancel()
        guard let posting, !text.isEmpty else { return }
        search = session.run { [self] in
            let word = text.hasPrefix("@") ? text : "@\(text)"
            let handles = try await posting.completions(of: word, limit: Self.maximumSuggestions)
            guard typedText == text, !Task.isCancelled else { return }
            state.suggestions = Array((names + handles).prefix(Self.maximumSuggestions))
        }
    }

    private func choose(_ count: Int) {
        guard !state.suggestions.isEmpty else { return }
        state.selected = state.selected.cycled(by: count, within: state.suggestions.count)
    }
}
