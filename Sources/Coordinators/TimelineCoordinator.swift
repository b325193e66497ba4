public import EngineConcepts
public import ViewModels

/// The flow around the timeline: what opens over it, and how one comes back.
///
/// The screens that are open form a path whose last element is the flow's state. A screen may open what the table
/// allows; closing it goes back to the one beneath.
public final class TimelineCoordinator: Coordinator {
    /// Where the flow can be.
    public nonisolated enum State: Hashable, Sendable, CaseIterable {
        /// Not begun.
        case idle
        /// On a screen.
        case timeline, ticket, links, help, messages, sources, settings, command
        /// Over.
        case finished
    }

    /// Where each state leads. Everything leads back to what may be beneath it, and to the end.
    public nonisolated static let table: [State: Set<State>] = [
        .idle: [.timeline],
        .timeline: [.ticket, .links, .help, .messages, .sources, .settings, .command, .finished],
        .ticket: [.timeline, .links, .help, .messages, .command, .finished],
        .links: [.timeline, .ticket, .help, .finished],
        .sources: [.timeline, .help, .messages, .finished],
        .settings: [.timeline, .help, .messages, .finished],
        .messages: [.timeline, .ticket, .sources, .settings, .help, .finished],
        .command: [.timeline, .ticket, .links, .help, .messages, .sources, .settings, .finished],
        .help: [.timeline, .ticket, .links, .messages, .sources, .settings, .finished],
        .finished: [],
    ]

    /// Where the flow is.
    public var state: State { machine.state }
    /// Told when the flow has ended.
    public var onFinish: (() -> Void)?

    private var machine = StateMachine(State.idle, table: TimelineCoordinator.table)
    /// The open screens, the topmost last, with what ends the work of each.
    private var path: [(state: State, stop: () -> Void)] = []
    private let dependencies: FlowDependencies
    private let router: any Router
    /// The timeline lives as long as its flow: it keeps the reader's place.
    public let timeline: TimelineViewModel

    private var services: ReaderServices { dependencies.services }

    /// Makes the flow; ``start(at:)`` shows it.
    public init(dependencies: FlowDependencies, router: any Router) {
        self.dependencies = dependencies
        self.router = router
        timeline = TimelineViewModel(services: dependencies.services, measure: dependencies.rowMeasure)
    }

    /// Shows the timeline, and what the route names over it.
    public func start(at route: Route?) {
        timeline.onOutput = { [weak self] output in
            switch output {
            case .open(let ticket): self?.openTicket(ticket)
            case .links(let ticket): self?.openLinks(of: ticket)
            }
        }
        guard enter(.timeline) else { return }
        router.setRoot(.timeline(timeline))
        timeline.start()
        switch route {
        case .ticket(let ticket): openTicket(ticket)
        case .sources: openSources()
        case .timeline, nil: break
        }
    }

    /// Opens a ticket over the timeline.
    public func openTicket(_ id: TicketID) {
        guard enter(.ticket) else { return }
        let ticket = TicketViewModel(
            ticket: id, view: timeline.currentView, services: services, measure: dependencies.ticketMeasure)
        ticket.onOutput = { [weak self] output in
            switch output {
            case .moved(let key): self?.timeline.send(.reveal(key))
            case .links(let ticket): self?.openLinks(of: ticket)
            }
        }
        router.push(.ticket(ticket))
        ticket.start()
    }

    /// Opens the links of a ticket.
    public func openLinks(of id: TicketID) {
        guard enter(.links) else { return }
        let links = LinksViewModel(ticket: id, services: services)
        router.push(.links(links))
        links.start()
    }

    /// Opens the keys of the screen that is on top.
    public func openHelp() {
        let screen = FlowScreen(state) ?? .timeline
        guard enter(.help) else { return }
        router.push(.help(HelpViewModel(sections: dependencies.help(screen), wording: services.wording)))
    }

    /// Opens what was said.
    public func openMessages() {
        guard enter(.messages) else { return }
        router.push(.messages(MessagesViewModel(services: services)))
    }

    /// Opens what is followed.
    public func openSources() {
        guard enter(.sources) else { return }
        let sources = SourcesViewModel(services: services)
        path[path.count - 1].stop = { [weak sources] in sources?.stop() }
        router.push(.sources(sources))
        sources.start()
    }

    /// Opens the settings.
    public func openSettings() {
        guard enter(.settings) else { return }
        router.push(.settings(SettingsViewModel(choices: dependencies.settings(), services: services)))
    }

    /// Opens the command line.
    public func openCommandLine() {
        guard enter(.command) else { return }
        router.push(.command(CommandLineViewModel(commands: dependencies.commands(), wording: services.wording)))
    }

    /// Closes the topmost screen; on the timeline itself, ends the flow.
    public func back() {
        guard path.count > 1 else { return finish() }
        do {
            try machine.transition(to: path[path.count - 2].state)
            path.removeLast().stop()
            router.pop()
        } catch {
            services.messages.problem(error.description)
        }
    }

    /// Ends the flow from wherever it is.
    public func finish() {
        do {
            try machine.transition(to: .finished)
            timeline.stop()
            onFinish?()
        } catch {
            services.messages.problem(error.description)
        }
    }

    /// Goes to a screen that opens over the present one. What the table forbids is nothing that a reader could want,
    /// such as the help of the help: it changes nothing.
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

extension FlowScreen {
    /// The screen that a state of the flow stands for; nil before and after.
    public nonisolated init?(_ state: TimelineCoordinator.State) {
        switch state {
        case .timeline: self = .timeline
        case .ticket: self = .ticket
        case .links: self = .links
        case .help: self = .help
        case .messages: self = .messages
        case .sources: self = .sources
        case .settings: self = .settings
        case .command: self = .command
        case .idle, .finished: return nil
        }
    }
}
