public import ViewModels

/// What flows need from the front-end and the composition root to make view-models.
public final class FlowDependencies {
    /// What the view-models need.
    public let services: ReaderServices
    /// Measures the timeline's rows.
    public let rowMeasure: any RowMeasuring
    /// Measures open tickets.
    public let ticketMeasure: any TicketMeasuring
    /// The help, made from the key table; the part for the given screen first.
    public let help: (FlowScreen) -> [HelpSection]
    /// What the settings need of the front-end.
    public let settings: SettingsContext
    /// The commands that can be typed, and what they do.
    public let commands: () -> [CommandEntry]

    /// Puts the dependencies together.
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

/// The screens of the timeline's flow, by name.
public nonisolated enum FlowScreen: String, Hashable, Sendable, CaseIterable {
    /// The timeline.
    case timeline
    /// An open ticket.
    case ticket
    /// A ticket's links.
    case links
    /// A ticket's media.
    case pictures
    /// The keys.
    case help
    /// What was said.
    case messages
    /// What is followed.
    case sources
    /// The choice of topics.
    case topics
    /// What the filter hides.
    case filtered
    /// A rule that is made or changed.
    case rule
    /// The search.
    case search
    /// The settings.
    case settings
    /// The developer section.
    case developer
    /// What Fiber is made of.
    case credits
    /// The command line.
    case command
    /// The first steps.
    case onboarding
}
