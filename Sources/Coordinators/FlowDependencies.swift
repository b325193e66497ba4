public import ViewModels

/// What coordinators need to make view-models, provided by the front end and the composition root.
public final class FlowDependencies {
    /// The services of the view-models.
    public let services: ReaderServices
    /// Measures the timeline's rows.
    public let rowMeasure: any RowMeasuring
    /// Measures open tickets.
    public let ticketMeasure: any TicketMeasuring
    /// The sections of the help, made from the key table, with those of the given screen first.
    public let help: (FlowScreen) -> [HelpSection]
    /// The front end's services for the settings screen.
    public let settings: SettingsContext
    /// The commands that can be typed, with their actions.
    public let commands: () -> [CommandEntry]

    /// Makes the dependencies.
    public init(
        services: ReaderServices, rowMeasure: any RowMeasuring, ticketMeasure: any TicketMeasuring,
        help: @escaping (FlowScreen) -> [HelpSection], settings: SettingsContext,
        commands: @escaping () -> [CommandEntry]
    ) {
        self.services = services
        self.rowMeasure = rowMeasure
        self.ticketMeasure = ticketMeasure
        self.help = help
        self.settings = settings
        self.commands = commands
    }
}

/// The screens of the timeline's flow.
public nonisolated enum FlowScreen: String, Hashable, Sendable, CaseIterable {
    /// The timeline.
    case timeline
    /// An open ticket.
    case ticket
    /// The links of a ticket.
    case links
    /// The pictures and other media of a ticket.
    case pictures
    /// The help with all keys.
    case help
    /// The history of messages.
    case messages
    /// The list of sources.
    case sources
    /// The choice of topics.
    case topics
    /// The hidden tickets.
    case filtered
    /// The editor of a rule.
    case rule
    /// The search.
    case search
    /// The settings.
    case settings
    /// The developer section.
    case developer
    /// The credits.
    case credits
    /// The command line.
    case command
    /// The onboarding.
    case onboarding
}
