public import ViewModels

/// The name of a screen, unique among all: `sources`. Routes and `fiber open` use it.
public nonisolated struct ScreenName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// The names of the screens. Each has its ``ScreenDescriptor``, which says where it opens.
nonisolated extension ScreenName {
    public static let accounts = ScreenName(rawValue: "accounts")
    public static let actions = ScreenName(rawValue: "actions")
    public static let command = ScreenName(rawValue: "command")
    public static let compose = ScreenName(rawValue: "compose")
    public static let credits = ScreenName(rawValue: "credits")
    public static let developer = ScreenName(rawValue: "developer")
    public static let drafts = ScreenName(rawValue: "drafts")
    public static let filtered = ScreenName(rawValue: "filtered")
    public static let help = ScreenName(rawValue: "help")
    public static let links = ScreenName(rawValue: "links")
    public static let messages = ScreenName(rawValue: "messages")
    public static let note = ScreenName(rawValue: "note")
    public static let onboarding = ScreenName(rawValue: "onboarding")
    public static let personLink = ScreenName(rawValue: "person-link")
    public static let pictures = ScreenName(rawValue: "pictures")
    public static let profile = ScreenName(rawValue: "profile")
    public static let rule = ScreenName(rawValue: "rule")
    public static let rules = ScreenName(rawValue: "rules")
    public static let search = ScreenName(rawValue: "search")
    public static let settings = ScreenName(rawValue: "settings")
    public static let share = ScreenName(rawValue: "share")
    public static let sourceList = ScreenName(rawValue: "source-list")
    public static let sources = ScreenName(rawValue: "sources")
    public static let thread = ScreenName(rawValue: "thread")
    public static let ticket = ScreenName(rawValue: "ticket")
    public static let timeline = ScreenName(rawValue: "timeline")
    public static let topics = ScreenName(rawValue: "topics")
}

/// A screen of the timeline's flow: its name, where it opens, and how its view-model is made. One value per screen; the
/// front end adds how it is drawn.
public nonisolated struct ScreenDescriptor: Sendable {
    /// The screens above which a screen may open.
    public enum Placement: Hashable, Sendable {
        /// Above every other screen on which keys are commands.
        case anywhere
        /// Above these screens; above none for the root.
        case above(Set<ScreenName>)

        /// Above every screen with a current ticket.
        static let aboveTickets = above([.timeline, .thread, .profile, .ticket])
    }

    /// The meaning of keys on a screen.
    public enum Keyboard: Hashable, Sendable {
        /// Keys are commands, so the screens with the placement ``Placement/anywhere`` open above.
        case commands
        /// Keys choose or type something that may be lost.
        case text
        /// Keys type something that must not be lost: nothing but the user closes the screen.
        case draft
    }

    public let name: ScreenName
    /// The screens above which it opens.
    let placement: Placement
    /// The meaning of keys on it.
    public let keyboard: Keyboard
    /// Makes the view-model when the screen is opened by its name, or returns `nil` if it cannot be opened now. Is itself
    /// `nil` for a screen that needs more than its name.
    public let make: (@MainActor @Sendable (TimelineCoordinator) -> (any ViewModel)?)?

    public init(
        _ name: ScreenName, opens placement: Placement, keyboard: Keyboard = .commands,
        make: (@MainActor @Sendable (TimelineCoordinator) -> (any ViewModel)?)? = nil
    ) {
        self.name = name
        self.placement = placement
        self.keyboard = keyboard
        self.make = make
    }

    /// True if a route may open the screen above a search, to which the user returns from it. The list of drafts closes for the
    /// screen of a draft, which does not open above a search.
    var canCoverSearch: Bool { placement == .anywhere && keyboard == .commands && name != .drafts }

    /// Returns true if the screen may open above another one, or as the root if that is `nil`.
    public func opens(above other: ScreenDescriptor?) -> Bool {
        guard let other else { return placement == .above([]) }
        return switch placement {
        case .anywhere: other.keyboard == .commands && other.name != name
        case .above(let names): names.contains(other.name)
        }
    }
}
