public import EngineConcepts
public import ViewModels

/// The flow around the timeline: opens screens above it and returns to it.
///
/// The open screens form a path whose last element is the flow's state. A screen may open the screens that the table
/// allows; closing it returns to the one below.
public final class TimelineCoordinator: Coordinator {
    /// The states of the flow.
    public nonisolated enum State: Hashable, Sendable, CaseIterable {
        /// Not started.
        case idle
        /// The screens on tickets, and the general ones.
        case timeline, ticket, thread, links, pictures, help, messages, sources, settings, command
        /// The screens on topics, rules and searching.
        case topics, filtered, rule, search
        /// The screens about the program itself.
        case developer, credits
        /// Ended.
        case finished
    }

    /// The screens that open above any screen with key commands.
    private nonisolated static let everywhere: Set<State> = [
        .help, .messages, .sources, .settings, .developer, .credits, .command,
    ]
    /// The screens with key commands.
    private nonisolated static let browsing: Set<State> = [
        .timeline, .ticket, .thread, .links, .pictures, .help, .messages, .sources, .settings, .developer, .credits,
        .filtered,
    ]

    /// The screens in which the user writes something that is not kept.
    private nonisolated static let writing: Set<State> = [.rule, .command]

    /// The allowed transitions from each state. Each screen also leads back to those that can be below it, and to the
    /// end.
    public nonisolated static let table: [State: Set<State>] = {
        var table: [State: Set<State>] = [
            .idle: [.timeline],
            .timeline: [.ticket, .thread, .links, .pictures, .topics, .filtered, .rule, .search],
            .ticket: [.timeline, .thread, .links, .pictures, .rule, .filtered, .search],
            .thread: [.timeline, .ticket, .links, .pictures, .filtered, .search],
            .pictures: [.timeline, .ticket, .thread],
            .links: [.timeline, .ticket, .thread],
            .topics: [.timeline],
            .filtered: [.timeline, .ticket, .thread, .rule],
            .rule: [.timeline, .ticket, .filtered],
            .search: [.timeline, .thread, .ticket, .help],
            .help: [.search],
        ]
        for screen in browsing { table[screen, default: []].formUnion(everywhere) }
        for screen in everywhere { table[screen, default: []].formUnion(browsing) }
        for screen in State.allCases where screen != .idle && screen != .finished {
            table[screen, default: []].remove(screen)
            table[screen, default: []].insert(.finished)
        }
        return table
    }()

    /// The current state of the flow.
    public var state: State { machine.state }
    /// Called when the flow has ended.
    public var onFinish: (() -> Void)?

    private var machine = StateMachine(State.idle, table: TimelineCoordinator.table)
    /// The open screens, topmost last, each with a function that ends its work.
    private var path: [(state: State, stop: () -> Void)] = []
    private let dependencies: FlowDependencies
    private let router: any Router
    /// The timeline. It lives as long as the flow, because it holds the reading position.
    public let timeline: TimelineViewModel
    /// The open thread with a timeline of its own, or `nil` if none is open.
    private var thread: (model: TimelineViewModel, services: ReaderServices)?

    /// The timeline in use: that of the open thread, or the main one.
    public var activeTimeline: TimelineViewModel { thread?.model ?? timeline }
    private var services: ReaderServices { thread?.services ?? dependencies.services }
    private var session: SessionContext { dependencies.services.session }

    /// Makes the flow; ``start(at:)`` shows it.
    public init(dependencies: FlowDependencies, router: any Router) {
        self.dependencies = dependencies
        self.router = router
        timeline = Self.timeline(dependencies.services, dependencies.rowMeasure)
    }

    /// Shows the timeline, and above it the screen of the route.
    public func start(at route: Route?) {
        connect(timeline)
        guard enter(.timeline) else { return }
        router.setRoot(.timeline(timeline))
        timeline.start(with: route?.view)
        if let route { openScreen(of: route) }
    }

    /// Goes to a place from wherever the flow is.
    ///
    /// - Returns: False if the user is writing something, which would be lost.
    public func open(_ route: Route) -> Bool {
        guard state != .idle, state != .finished, !Self.writing.contains(state) else { return false }
        for _ in path.dropFirst() { back() }
        if let view = route.view { timeline.send(view) }
        openScreen(of: route)
        return true
    }

    /// Opens the screen of the route above the timeline, if it has one.
    private func openScreen(of route: Route) {
        switch route {
        case .ticket(let ticket): openTicket(ticket)
        case .search(let text): openSearch(text)
        case .filtered: openFiltered()
        case .sources: openSources()
        case .settings: openSettings()
        case .messages: openMessages()
        case .help: openHelp()
        case .links(let ticket):
            openTicket(ticket)
            openLinks(of: ticket)
        case .developer: openDeveloper()
        case .credits: openCredits()
        case .timeline, .topics, .source: break
        }
    }

    private static func timeline(_ services: ReaderServices, _ measure: any RowMeasuring) -> TimelineViewModel {
        TimelineViewModel(
            track: services.track, pictures: services.pictures, diagnostics: services.diagnostics,
            announcer: services.announcer, banner: services.banner, session: services.session, measure: measure)
    }

    private func connect(_ timeline: TimelineViewModel) {
        timeline.onOutput = { [weak self] output in
            switch output {
            case .open(let ticket): self?.openTicket(ticket)
            case .show(let destination, let ticket): self?.open(destination, of: ticket)
            case .filtered: self?.openFiltered()
            case .search: self?.openSearch()
            }
        }
    }

    private func open(_ destination: TicketDestination, of ticket: TicketID) {
        switch destination {
        case .links: openLinks(of: ticket)
        case .pictures: openPictures(of: ticket)
        case .thread: openThread(of: ticket)
        case .rule: openRule(likeTicket: ticket)
        }
    }

    /// Opens a ticket above the timeline.
    public func openTicket(_ id: TicketID) {
        guard enter(.ticket) else { return }
        let ticket = TicketViewModel(
            ticket: id, view: activeTimeline.currentView, unfolded: activeTimeline.unfolded, track: services.track,
            pictures: services.pictures, session: session,
            measure: dependencies.ticketMeasure)
        path[path.count - 1].stop = { [weak ticket] in ticket?.stop() }
        ticket.onOutput = { [weak self] output in
            switch output {
            case .moved(let key): self?.activeTimeline.send(.reveal(key))
            case .show(let destination, let ticket): self?.open(destination, of: ticket)
            case .unfolded(let ticket, let isUnfolded): self?.activeTimeline.send(.unfold(ticket, isUnfolded))
            }
        }
        router.push(.ticket(ticket))
        ticket.start()
    }

    /// Opens the links of a ticket.
    public func openLinks(of id: TicketID) {
        guard enter(.links) else { return }
        let links = LinksViewModel(ticket: id, track: services.track, session: session)
        router.push(.links(links))
        links.start()
    }

    /// Opens the media of a ticket.
    public func openPictures(of id: TicketID) {
        guard enter(.pictures) else { return }
        let pictures = PictureViewModel(
            ticket: id, track: services.track, pictures: services.pictures, session: session)
        path[path.count - 1].stop = { [weak pictures] in pictures?.stop() }
        router.push(.pictures(pictures))
        pictures.start()
    }

    /// Opens the replies to a ticket as a timeline of their own and loads them.
    public func openThread(of id: TicketID) {
        guard thread == nil else { return session.messages.note(.threadOpen) }
        session.activity.run { [weak self] in
            guard let self else { return }
            do {
                guard let ticket = try await services.track.reader.entry(id)?.ticket,
                    let address = ticket.source.fields[SourceLayer.threadField], let threads = services.threads
                else { return session.messages.note(.threadNone) }
                show(try await threads.thread(at: address), of: ticket)
            } catch {
                session.messages.problem(error)
            }
        }
    }

    private func show(_ track: ThreadTrack, of ticket: Ticket) {
        let parent = services
        let session = session
        func close() {
            session.activity.run {
                do {
                    try await track.close()
                } catch {
                    session.messages.problem(error)
                }
            }
        }
        guard thread == nil, enter(.thread) else { return close() }
        let title = ticket.body.quoted?.title ?? ticket.body.title ?? ""
        let services = parent.thread(track, banner: session.wording(.threadBanner, .words(title)))
        let model = Self.timeline(services, dependencies.rowMeasure)
        connect(model)
        thread = (model, services)
        path[path.count - 1].stop = { [weak self] in
            model.stop()
            self?.thread = nil
            close()
        }
        router.push(.timeline(model))
        model.start()
        track.engine.refresh()
    }

    /// Opens the help for the topmost screen.
    public func openHelp() {
        let screen = FlowScreen(state) ?? .timeline
        guard enter(.help) else { return }
        router.push(.help(HelpViewModel(sections: dependencies.help(screen), wording: session.wording)))
    }

    /// Opens the history of messages.
    public func openMessages() {
        guard enter(.messages) else { return }
        // The list contains the message that is on the screen.
        session.messages.dismiss()
        router.push(.messages(MessagesViewModel(session: session)))
    }

    /// Opens the list of sources.
    public func openSources() {
        guard enter(.sources) else { return }
        let sources = SourcesViewModel(sources: services.sources, track: services.track, session: session)
        path[path.count - 1].stop = { [weak sources] in sources?.stop() }
        router.push(.sources(sources))
        sources.start()
    }

    /// Opens the choice of topics.
    public func openTopics() {
        guard services.track.labels.isAvailable else {
            return session.messages.note(.labelsUnavailable)
        }
        guard enter(.topics) else { return }
        let topics = TopicsViewModel(view: activeTimeline.currentView, track: services.track, session: session)
        topics.onOutput = { [weak self] output in
            switch output {
            case .choose(let topics): self?.activeTimeline.send(.showTopics(topics))
            case .finish: self?.back()
            }
        }
        router.push(.topics(topics))
        topics.start()
    }

    /// Opens the hidden tickets.
    public func openFiltered() {
        guard services.track.labels.isAvailable else {
            return session.messages.note(.labelsUnavailable)
        }
        guard enter(.filtered) else { return }
        // The message that named this screen's key is no longer needed.
        session.messages.dismiss()
        let filtered = FilteredViewModel(
            view: activeTimeline.currentView, track: services.track, session: session)
        filtered.onOutput = { [weak self, weak filtered] output in
            guard let self else { return }
            switch output {
            case .open(let ticket): openTicket(ticket)
            case .edit(let rule): openRule(.rule(rule))
            case .make: openRule(.text(""))
            case .toggleFilter:
                activeTimeline.send(.toggleFilter)
                filtered?.send(.setFilter(activeTimeline.currentView.filter))
            }
        }
        router.push(.filtered(filtered))
        filtered.start()
    }

    /// Opens the editor of a rule for tickets like this one.
    public func openRule(likeTicket id: TicketID) {
        openRule(.ticket(id, view: activeTimeline.currentView))
    }

    /// Opens the editor of a rule.
    public func openRule(_ origin: RuleViewModel.Origin) {
        guard services.track.labels.isAvailable else {
            return session.messages.note(.labelsUnavailable)
        }
        guard enter(.rule) else { return }
        let rule = RuleViewModel(origin: origin, track: services.track, session: session)
        path[path.count - 1].stop = { [weak rule] in rule?.stop() }
        rule.onOutput = { [weak self] _ in self?.back() }
        router.push(.rule(rule))
        rule.start()
    }

    /// Opens the search with an initial query.
    public func openSearch(_ text: String = "") {
        guard enter(.search) else { return }
        let search = SearchViewModel(
            view: activeTimeline.currentView, track: services.track, session: session, text: text)
        path[path.count - 1].stop = { [weak search] in search?.stop() }
        search.onOutput = { [weak self] output in
            switch output {
            case .open(let ticket): self?.openTicket(ticket)
            case .close: self?.back()
            case .reveal(let key, let query, let isEverywhere):
                self?.back()
                self?.activeTimeline.send(.showResult(key, query, isEverywhere: isEverywhere))
            }
        }
        router.push(.search(search))
    }

    /// Measures the rows again after their layout has changed.
    public func remeasureRows() {
        timeline.send(.relayout)
        thread?.model.send(.relayout)
    }

    /// Opens the settings.
    public func openSettings() {
        guard enter(.settings) else { return }
        router.push(.settings(SettingsViewModel(context: dependencies.settings, session: session)))
    }

    /// Opens the developer section.
    public func openDeveloper() {
        guard enter(.developer) else { return }
        let developer = DeveloperViewModel(
            diagnostics: services.diagnostics, engine: services.track.engine, session: session)
        path[path.count - 1].stop = { [weak developer] in developer?.stop() }
        router.push(.developer(developer))
        developer.start()
    }

    /// Opens the credits.
    public func openCredits() {
        guard enter(.credits) else { return }
        router.push(.credits(CreditsViewModel(wording: session.wording)))
    }

    /// Opens the command line.
    public func openCommandLine() {
        guard enter(.command) else { return }
        router.push(.command(CommandLineViewModel(commands: dependencies.commands(), wording: session.wording)))
    }

    /// Closes the topmost screen; on the timeline itself, ends the flow.
    public func back() {
        guard path.count > 1 else { return finish() }
        do {
            try machine.transition(to: path[path.count - 2].state)
            path.removeLast().stop()
            router.pop()
        } catch {
            session.messages.problem(error.description)
        }
    }

    /// Closes all screens above the timeline in use.
    public func backToTimeline() {
        for _ in path.indices where state != .timeline && state != .thread { back() }
    }

    /// Ends the flow from any state.
    public func finish() {
        do {
            try machine.transition(to: .finished)
            for screen in path.reversed() { screen.stop() }
            timeline.stop()
            onFinish?()
        } catch {
            session.messages.problem(error.description)
        }
    }

    /// Opens a screen above the current one. A forbidden transition, such as the help of the help, changes nothing.
    private func enter(_ next: State) -> Bool {
        do {
            try machine.transition(to: next)
        } catch {
            return false
        }
        path.append((next, {}))
        return true
    }
}

nonisolated extension Route {
    /// The view of the timeline for the route, or `nil` to keep the last one.
    fileprivate var view: TimelineAction? {
        switch self {
        case .topics(let topics): .showTopics(topics)
        case .source(let source): .showOnly(source)
        default: nil
        }
    }
}

nonisolated extension FlowScreen {
    /// The screen of a state, or `nil` before the start and after the end.
    public init?(_ state: TimelineCoordinator.State) {
        switch state {
        case .timeline, .thread: self = .timeline
        case .ticket: self = .ticket
        case .links: self = .links
        case .pictures: self = .pictures
        case .help: self = .help
        case .messages: self = .messages
        case .sources: self = .sources
        case .settings: self = .settings
        case .developer: self = .developer
        case .credits: self = .credits
        case .topics: self = .topics
        case .filtered: self = .filtered
        case .rule: self = .rule
        case .search: self = .search
        case .command: self = .command
        case .idle, .finished: return nil
        }
    }
}
