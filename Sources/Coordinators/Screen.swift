public import ViewModels

/// A screen as coordinators know it: by its view-model. How it is drawn is the front-end's business.
public enum Screen {
    /// The timeline.
    case timeline(TimelineViewModel)
    /// An open ticket.
    case ticket(TicketViewModel)
    /// A ticket's links.
    case links(LinksViewModel)
    /// The keys.
    case help(HelpViewModel)
    /// What was said.
    case messages(MessagesViewModel)
    /// What is followed.
    case sources(SourcesViewModel)
    /// The settings.
    case settings(SettingsViewModel)
    /// The command line.
    case command(CommandLineViewModel)
}
