public import EngineConcepts

/// The state of the list of links.
public nonisolated struct LinksState: ListState, Equatable, Sendable {
    /// The links, or `nil` while they load.
    public var rows: [NumberedLink]?
    public var cursor = 0
}

/// The links of a ticket, to be opened or copied.
public final class LinksViewModel: ViewModel {
    /// An action on the list of links.
    public nonisolated enum Action: ListAction, Equatable {
        case move(Int)
        /// Open the link under the cursor.
        case open
        case openNumber(Int)
        /// Copy the link under the cursor.
        case copy
    }

    public private(set) var state = LinksState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>(isLoading: true)

    private let ticket: TicketID
    private let track: TrackServices
    private var session: Session { track.session }

    /// Creates the list of a ticket's links; ``start()`` loads them.
    public init(ticket: TicketID, track: TrackServices) {
        self.ticket = ticket
        self.track = track
    }

    public func start() {
        session.run { [self] in
            defer {
                if state.rows == nil { state.rows = [] }
                endLoading()
            }
            state.rows = try await TicketContentReader(track: track).content(of: ticket)?.links
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .open: openCurrent()
        case .openNumber(let number):
            guard let index = state.rows?.firstIndex(where: { $0.number == number }) else {
                return session.messages.show(.noSuchLink, .number(number))
            }
            state.cursor = index
            openCurrent()
        case .copy: session.links.copy(current?.url)
        }
    }

    private var current: NumberedLink? { state.rows?.element(at: state.cursor) }

    private func openCurrent() { session.links.open(current?.url, isPlayable: current?.isPlayable ?? false) }
}
