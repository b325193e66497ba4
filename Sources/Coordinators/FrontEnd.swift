public import ViewModels

/// The front end as coordinators see it: it measures what it draws, and knows the screens, the keys and the commands.
public final class FrontEnd {
    public let rowMeasure: any RowMeasuring
    public let ticketMeasure: any TicketMeasuring
    public let outlineMeasure: any OutlineMeasuring
    /// All screens of the timeline's flow.
    public let screens: [ScreenDescriptor]
    /// The sections of the help, made from the key table, with those of the topmost screen first.
    public let help: () -> [HelpSection]
    /// The front end as the settings screen sees it.
    public let settings: SettingsFrontEnd
    /// The commands that can be typed, with their actions.
    public let commands: () -> [CommandEntry]

    /// Creates the front end of coordinators.
    public init(
        rowMeasure: any RowMeasuring, ticketMeasure: any TicketMeasuring, outlineMeasure: any OutlineMeasuring,
        screens: [ScreenDescriptor], help: @escaping () -> [HelpSection], settings: SettingsFrontEnd,
        commands: @escaping () -> [CommandEntry]
    ) {
        self.rowMeasure = rowMeasure
        self.ticketMeasure = ticketMeasure
        self.outlineMeasure = outlineMeasure
        self.screens = screens
        self.help = help
        self.settings = settings
        self.commands = commands
    }
}
