/// All commands. The raw value is the name in configurations and on the command line.
public nonisolated enum Command: String, CaseIterable, Sendable {
    // Movement.
    case down
    case up
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case top
    case bottom
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case nextGap = "next-gap"
    case previousGap = "previous-gap"
    case nextLate = "next-late"
    case previousLate = "previous-late"
    case nextSource = "next-source"
    case previousSource = "previous-source"
    case nextTicket = "next-ticket"
    case previousTicket = "previous-ticket"
    case goTo = "goto"

    // Tickets.
    case open
    case openInBrowser = "open-in-browser"
    case links
    case pictures
    case thread
    case openLink1 = "open-link-1"
    case openLink2 = "open-link-2"
    case openLink3 = "open-link-3"
    case openLink4 = "open-link-4"
    case openLink5 = "open-link-5"
    case openLink6 = "open-link-6"
    case openLink7 = "open-link-7"
    case openLink8 = "open-link-8"
    case openLink9 = "open-link-9"
    case copyLink = "copy-link"
    case toggleRead = "toggle-read"
    case toggleStar = "toggle-star"
    case toggleLater = "toggle-later"
    case like
    case boost
    case bookmark
    case sendAgain = "send-again"
    case dropAction = "drop-action"
    case toggleWarning = "toggle-warning"
    case toggleStory = "toggle-story"
    case nextInStory = "next-telling"
    case toggleRaw = "toggle-raw"
    case markBelowRead = "mark-below-read"
    case markAboveRead = "mark-above-read"
    case markVisibleRead = "mark-visible-read"
    case markAllRead = "mark-all-read"
    case undo

    // Loading.
    case refresh
    case fillFromBelow = "fill-from-below"
    case fillAll = "fill-all"
    case fillUntil = "fill-until"
    case cancel

    // Display.
    case cycleDensity = "density"
    case toggleTimes = "times"
    case unreadOnly = "unread-only"
    case starredOnly = "starred-only"
    case laterOnly = "later-only"
    case onlySource = "only-source"

    // Topics, content filter and search.
    case topics
    case topic1 = "topic-1"
    case topic2 = "topic-2"
    case topic3 = "topic-3"
    case topic4 = "topic-4"
    case topic5 = "topic-5"
    case topic6 = "topic-6"
    case topic7 = "topic-7"
    case topic8 = "topic-8"
    case topic9 = "topic-9"
    case allTopics = "all-topics"
    case combineTopics = "combine-topics"
    case filter
    case filtered
    case newRule = "new-rule"
    case editRule = "edit-rule"
    case disableRule = "disable-rule"
    case removeRule = "remove-rule"
    case unhide = "un-hide"
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case doNotDisturb = "do-not-disturb"

    // Sources and settings.
    case addSource = "add"
    case removeSource = "remove"
    case pauseSource = "pause"
    case renameSource = "rename"
    case presentSource = "show-as"
    case moveDown = "move-down"
    case moveUp = "move-up"
    case nextOption = "next-option"
    case previousOption = "previous-option"
    case editSetting = "edit-setting"
    case takeBack = "take-back"

    // The program.
    case developer
    case nextPage = "next-page"
    case previousPage = "previous-page"
    case logLevel = "log-level"
    case reportProblem = "report-problem"
    case vitals
    case credits

    // Everywhere.
    case search
    case commandLine = "command-line"
    case sources
    case settings
    case messages
    case theme
    case help
    case back
    case quit
    case redraw
    case suspend

    /// True for commands on the timeline as a whole rather than on a ticket or gap. Typed on another screen, they
    /// return to the timeline first.
    var leadsToTimeline: Bool {
        switch self {
        case .goTo, .nextUnread, .previousUnread, .nextGap, .previousGap, .nextLate, .previousLate, .refresh,
            .markAllRead, .cycleDensity, .toggleTimes, .unreadOnly, .starredOnly, .laterOnly, .onlySource, .topics,
            .allTopics, .combineTopics, .filter, .filtered, .search:
            true
        default: false
        }
    }

    /// The number of the link that the command opens, or `nil` for other commands.
    var linkNumber: Int? {
        guard rawValue.hasPrefix("open-link-") else { return nil }
        return rawValue.last?.wholeNumberValue
    }

    /// The digit of the topic that the command toggles, or `nil` for other commands.
    var topicNumber: Int? {
        guard rawValue.hasPrefix("topic-") else { return nil }
        return rawValue.last?.wholeNumberValue
    }
}

/// The context of keys: a screen, or what several screens have in common.
public nonisolated enum KeyContext: String, CaseIterable, Sendable {
    /// The timeline during movement between search results.
    case found
    /// The timeline.
    case timeline
    /// An open ticket.
    case ticket
    /// Timeline and ticket: the actions on the current ticket.
    case reading
    /// Lists and scrolled texts.
    case list
    /// The links of a ticket.
    case links
    /// The picture viewer.
    case pictures
    /// The list of sources.
    case sources
    /// The list of hidden tickets.
    case filtered
    /// The settings.
    case settings
    /// The developer section.
    case developer
    /// The help.
    case help
    /// Everywhere.
    case everywhere
}
