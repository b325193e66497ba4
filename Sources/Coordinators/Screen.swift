public import ViewModels

/// A screen as coordinators know it: its view-model. The front end decides how it is drawn.
public enum Screen {
    /// The timeline.
    case timeline(TimelineViewModel)
    /// An open ticket.
    case ticket(TicketViewModel)
    /// The links of a ticket.
    case links(LinksViewModel)
    /// The pictures and other media of a ticket.
    case pictures(PictureViewModel)
    /// The help with all keys.
    case help(HelpViewModel)
    /// The history of messages.
    case messages(MessagesViewModel)
    /// The list of sources.
    case sources(SourcesViewModel)
    /// The choice of topics.
    case topics(TopicsViewModel)
    /// The hidden tickets.
    case filtered(FilteredViewModel)
    /// The editor of a rule.
    case rule(RuleViewModel)
    /// The search.
    case search(SearchViewModel)
    /// The settings.
    case settings(SettingsViewModel)
    /// The developer section.
    case developer(DeveloperViewModel)
    /// The credits.
    case credits(CreditsViewModel)
    /// The command line.
    case command(CommandLineViewModel)
    /// The onboarding.
    case onboarding(OnboardingViewModel)
}
