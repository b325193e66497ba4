/// The context of keys: a screen, or what several screens have in common.
public nonisolated enum KeyContext: String, CaseIterable, Sendable {
    /// The timeline, and an item opened from it, during movement between search results.
    case timelineMatches = "timeline-matches"
    /// An open ticket during a search in its text.
    case ticketMatches = "ticket-matches"
    /// Timeline and ticket: the user's own commands and macros, before all others.
    case userCommands = "own"
    case timeline
    /// An outline: a thread, or the posts of a person.
    case thread
    /// An open ticket.
    case ticket
    /// Timeline and ticket: the actions on the current ticket.
    case currentTicket = "current-ticket"
    /// Lists and scrolled texts.
    case list
    /// The links of a ticket.
    case links
    /// The picture viewer.
    case pictures
    /// The forms in which a ticket can be shared.
    case share
    /// The actions on a post.
    case actions
    /// The list of accounts.
    case accounts
    /// The list of accounts while a sign-in waits.
    case signIn = "sign-in"
    /// The screen on which a post is written.
    case compose
    /// The list of unsent posts.
    case drafts
    /// The screen that manages sources.
    case sources
    /// The sidebar of topics and sources with unread counts.
    case sourceList = "source-list"
    /// The list of hidden tickets.
    case filtered
    /// The list of rules.
    case rules
    /// The screen of settings.
    case settings
    /// The developer section.
    case developer
    /// The screen that lists all keys and commands.
    case help
    /// Every screen.
    case everywhere

    /// The contexts of a screen whose own context is this one, innermost first.
    var screenContexts: [KeyContext] {
        switch self {
        case .timeline, .thread, .ticket: [.userCommands, self, .currentTicket, .everywhere]
        case .timelineMatches: [self] + KeyContext.timeline.screenContexts
        case .ticketMatches: [self] + KeyContext.ticket.screenContexts
        case .pictures, .signIn, .compose: [self, .everywhere]
        default: [self, .list, .everywhere]
        }
    }

    /// Returns the current name of a context that may be given by a former one.
    static func currentName(of context: String) -> String {
        switch context {
        case "found": timelineMatches.rawValue
        case "reading": currentTicket.rawValue
        default: context
        }
    }
}
