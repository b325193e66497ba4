public import ViewModels

/// A screen as coordinators know it: by its view-model. How it is drawn is the front-end's business.
public enum Screen {
    /// The timeline.
    case timeline(TimelineViewModel)
    /// An open ticket.
    case ticket(TicketViewModel)
    /// A ticket's links.
    case links(LinksViewModel)
    /// A ticket's media.
    case pictures(PictureViewModel)
    /// The keys.
    case help(HelpViewModel)
    /// What was said.
    case messages(MessagesViewModel)
    /// What is followed.
    case sources(SourcesViewModel)
    /// The choice of topics.
    case topics(TopicsViewModel)
    /// What the filter hides.
    case filtered(FilteredViewModel)
    /// A rule that is made or changed.
    case rule(RuleViewModel)
    /// The search.
    case search(SearchViewModel)
    /// The settings.
    case settings(SettingsViewModel)
    /// The developer section.
    case developer(DeveloperViewModel)
    /// What Fiber is made of.
    case credits(CreditsViewModel)
    /// The command line.
    case command(CommandLineViewModel)
    /// The first steps.
    case onboarding(OnboardingViewModel)
}
