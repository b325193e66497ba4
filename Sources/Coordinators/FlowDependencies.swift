public import ViewModels

/// The dependencies from which coordinators make view-models: the services, and what only the front end knows, such as the
/// heights of rows and the commands.
public final class FlowDependencies {
    /// The services of the view-models.
    public let services: SessionServices
    /// Measures the timeline's rows.
    public let rowMeasure: any RowMeasuring
    /// Measures open tickets.
    public let ticketMeasure: any TicketMeasuring
    /// Measures the rows of threads.
    public let threadMeasure: any ThreadMeasuring
    /// All screens of the timeline's flow.
    public let screens: [ScreenDescriptor]
    /// The sections of the help, made from the key table, with those of the topmost screen first.
    public let help: () -> [HelpSection]
    /// The front end's services for the settings screen.
    public let settings: SettingsContext
    /// The commands that can be typed, with their actions.
    public let commands: () -> [CommandEntry]

    /// Creates the dependencies.
    public init(
        services: SessionServices, rowMeasure: any RowMeasuring, ticketMeasure: any TicketMeasuring,
        threadMeasure: any ThreadMeasuring,
        screens: [ScreenDescriptor], help: @escaping () -> [HelpSection], settings: SettingsContext,
        commands: @escaping () -> [CommandEntry]
    ) {
        self.services = services
        self.rowMeasure = rowMeasure
        self.ticketMeasure = ticketMeasure
        self.threadMeasure = threadMeasure
        self.screens = screens
        self.help = help
        self.settings = settings
        self.commands = commands
    }
}
