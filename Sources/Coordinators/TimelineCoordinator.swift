import EngineConcepts
public import ViewModels

/// The flow around the timeline: opens screens above it and returns to it.
///
/// Each screen's ``ScreenDescriptor`` says above which others it opens; closing it returns to the one below.
public final class TimelineCoordinator {
    /// The topmost screen, or `nil` before the start and after the end.
    public var screen: ScreenName? { top?.name }
    /// Called when the flow has ended.
    var onFinish: (() -> Void)?
    /// Called when a screen has added the first sources of the user, with warnings.
    var onFirstSources: (([String]) -> Void)?

    /// The open screens with their view-models, the root first. Empty before the start and after the end.
    private var openScreens: [(descriptor: ScreenDescriptor, model: any ViewModel)] = []
    /// The reason why a screen did not open since ``refusal(of:)`` was called last, or `nil` if there is none.
    private var lastRefusal: Message?
    private var top: ScreenDescriptor? { openScreens.last?.descriptor }
    /// True if no screen is open above the timeline.
    var isAtRoot: Bool { openScreens.count <= 1 }
    /// False before the start and after the end, and while the user is writing something that would be lost.
    var canBeLeft: Bool { top.map { $0.keyboard != .draft } ?? false }
    let services: ScreenServices
    let frontEnd: FrontEnd
    private let router: any Router
    /// The timeline. It lives as long as the flow, because it holds the reading position.
    public let timeline: TimelineViewModel
    /// The source list, as a screen and as a sidebar. It lives as long as the flow, because it is kept up to date.
    public let sourceList: SourceListViewModel
    /// The screen of sources. It lives as long as the flow, because it holds the cursor.
    let sources: SourceManagerViewModel
    /// The open outlines, the topmost last.
    public var outlines: [OutlineViewModel] { openScreens.compactMap { $0.model as? OutlineViewModel } }

    /// The open ticket if it is the topmost screen.
    var shownTicket: TicketViewModel? { openScreens.last?.model as? TicketViewModel }

    /// The list of hidden tickets if it is the topmost screen.
    var hiddenTickets: FilteredViewModel? { openScreens.last?.model as? FilteredViewModel }

    var session: Session { services.session }

    /// Creates the flow; ``start(at:)`` shows it.
    public init(services: ScreenServices, frontEnd: FrontEnd, router: any Router) {
        self.services = services
        self.frontEnd = frontEnd
        self.router = router
        timeline = TimelineViewModel(
            track: services.track, diagnostics: services.diagnostics, notifier: services.notifier,
            banner: services.banner, fixedReason: services.sources.fixedReason,
            followsNewest: services.followsNewest, measure: frontEnd.rowMeasure)
        sourceList = SourceListViewModel(sources: services.sources, track: services.track)
        sources = SourceManagerViewModel(
            sources: services.sources, canBegin: services.firstSources != nil, track: services.track)
    }

    /// Shows the timeline, and above it the screen of the route.
    public func start(at route: Route?) {
        guard openScreens.isEmpty else { return assertionFailure("The flow has started already.") }
        openScreens = [(descriptor: .timeline, model: timeline)]
        connect(timeline)
        session.outgoing.onTakeBack = { [weak self] in self?.openCompose($0, draft: $1) }
        services.track.actions.onShowUnsent = { [weak self] in self?.open(.drafts) }
        connectSourceList()
        router.setRoot(.timeline, timeline)
        sourceList.beginUpdates()
        timeline.start(with: route?.view)
        services.track.actions.remindOfUnsent()
        session.outgoing.reportAbandoned()
        if let route { openScreen(of: route) }
    }

    /// Goes to a place from wherever the flow is. A search in which something is typed stays below a general screen.
    ///
    /// - Returns: False if the user is writing something, which would be lost.
    public func open(_ route: Route) -> Bool {
        guard canBeLeft else { return false }
        closeScreens(for: route)
        if let view = route.view { timeline.send(view) }
        openScreen(of: route)
        return true
    }

    /// Returns the reason why the screen of a route cannot be opened above the timeline now, after showing it, or `nil` if it
    /// can. Moves nothing.
    func refusal(of route: Route) async -> Message? {
        guard case .screen(let name) = route, let screen = descriptor(of: name), let make = screen.make else {
            return nil
        }
        guard screen.opens(above: .timeline) else { return refuse(.screenNotHere, .text(name.rawValue)) }
        lastRefusal = nil
        // Only this view-model is asked. That of the screen is made once the flow is where the screen opens.
        guard let model = make(self) else { return lastRefusal }
        let reason = await model.refusal()
        if let reason { session.messages.show(reason) }
        return reason
    }

    /// Shows the reason why a screen does not open, and returns it.
    @discardableResult
    func refuse(_ key: MessageKey, _ values: Message.Argument...) -> Message {
        let reason = key.message(values)
        lastRefusal = reason
        session.messages.show(reason)
        return reason
    }

    /// Closes the screens that a route leaves: those above a search in which something is typed, if the user can return to it
    /// from the screen of the route, and else all above the timeline.
    private func closeScreens(for route: Route) {
        let keepsSearch =
            if case .screen(let name) = route { descriptor(of: name)?.canCoverSearch == true } else { false }
        while !isAtRoot, !keepsSearch || !isSearching { back() }
    }

    /// True if the topmost screen is a search in which something is typed.
    private var isSearching: Bool {
        (openScreens.last?.model as? SearchViewModel).map { !$0.state.text.isEmpty } ?? false
    }

    private func descriptor(of name: ScreenName) -> ScreenDescriptor? { frontEnd.screens.first { $0.name == name } }

    /// Opens the screen of the route above the timeline, if it has one.
    private func openScreen(of route: Route) {
        switch route {
        case .ticket(let ticket): visit(ticket)
        case .search(let text): openSearch(text, isEverywhere: true)
        case .screen(let name): open(name, above: .timeline)
        case .links(let ticket):
            visit(ticket)
            open(.links, of: ticket)
        case .timeline, .topics, .source: break
        }
    }

    /// Opens a ticket, and puts the timeline's cursor on it.
    private func visit(_ ticket: TicketID) {
        openTicket(ticket)
        withTicket(ticket, failure: .ticketGone) { [timeline] in
            timeline.send(.visit($0.key))
            return true
        }
    }

    /// Opens a screen that needs nothing but its name.
    public func open(_ name: ScreenName) { open(name, above: top) }

    /// Opens a screen that needs nothing but its name, if it may open above `base`.
    private func open(_ name: ScreenName, above base: ScreenDescriptor?) {
        guard let screen = descriptor(of: name), let make = screen.make else {
            return assertionFailure("No screen opens by the name \(name).")
        }
        present(screen, above: base) { make(self) }
    }

    /// Opens the list of accounts and asks for the server of a new one.
    func signIn() {
        open(.accounts)
        (openScreens.last?.model as? AccountsViewModel)?.send(.askForServer)
    }

    /// Opens a screen above the topmost one, or shows a message if it does not open there.
    ///
    /// - Parameter make: Makes the view-model, or returns `nil` if the screen cannot be opened now.
    func present(_ screen: ScreenDescriptor, _ make: () -> (any ViewModel)?) {
        present(screen, above: top, make)
    }

    /// Opens a screen above the topmost one, or shows a message if it may not open above `base`.
    private func present(_ screen: ScreenDescriptor, above base: ScreenDescriptor?, _ make: () -> (any ViewModel)?) {
        guard screen.name != top?.name else { return }
        guard screen.opens(above: base) else {
            refuse(.screenNotHere, .text(screen.name.rawValue))
            return
        }
        let below = top?.name
        guard let model = make(), top?.name == below else { return }
        openScreens.append((descriptor: screen, model: model))
        // The command line can answer a question.
        if screen.name != .command {
            timeline.closeQuestion()
            for outline in outlines { outline.closeQuestion() }
        }
        router.push(screen.name, model)
        model.start()
    }

    private func connect(_ timeline: TimelineViewModel) {
        timeline.onOutput = { [weak self] output in
            switch output {
            case .open(let ticket): self?.openTicket(ticket)
            case .show(let destination, let ticket): self?.open(destination, of: ticket)
            case .topics: self?.open(.topics)
            }
        }
    }

    private func connectSourceList() {
        timeline.onViewChange = { [weak sourceList] in sourceList?.follow($0) }
        sourceList.onOutput = { [weak self] output in
            guard let self else { return }
            switch output {
            case .show(let source, let topic, let closes):
                if closes, screen == .sourceList { back() }
                timeline.send(.showAlone(source, topic: topic))
            }
        }
    }

    /// Reads a ticket and uses it to open a screen. If that returns false, shows a message.
    func withTicket(_ id: TicketID, failure: MessageKey = .threadNone, _ use: @escaping @MainActor (Ticket) -> Bool) {
        session.runOpeningScreen { [session, services] in
            guard let ticket = try await services.track.reader.entry(id)?.ticket, use(ticket) else {
                return session.messages.show(failure)
            }
        }
    }

    /// Measures the rows again after their layout has changed.
    public func remeasureRows() {
        timeline.send(.relayout)
        for outline in outlines { outline.send(.relayout) }
    }

    /// Closes the topmost screen; on the timeline itself, ends the flow.
    public func back() {
        guard !isAtRoot else { return finish() }
        openScreens.removeLast().model.stop()
        router.pop()
    }

    /// Closes the screen of a view-model if it is the topmost one: the user may have left it meanwhile, and opened another
    /// one of its kind.
    ///
    /// - Returns: True if it was closed.
    @discardableResult
    func close(_ model: (any ViewModel)?) -> Bool {
        guard let model, let top = openScreens.last?.model, top === model else { return false }
        back()
        return true
    }

    /// Closes all screens above the timeline.
    public func backToTimeline() { while !isAtRoot { back() } }

    /// Ends the flow.
    public func finish() {
        guard !openScreens.isEmpty else { return }
        let models = openScreens.map(\.model)
        openScreens = []
        for model in models.reversed() { model.stop() }
        sourceList.endUpdates()
        onFinish?()
    }
}

nonisolated extension Route {
    /// The view of the timeline for the route, or `nil` to keep the last one.
    fileprivate var view: TimelineAction? {
        switch self {
        case .timeline: .enter(topics: nil, source: nil)
        case .topics(let topics): .enter(topics: topics, source: nil)
        case .source(let source): .enter(topics: [], source: source)
        default: nil
        }
    }
}
