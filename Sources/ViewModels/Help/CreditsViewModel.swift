import EngineConcepts
public import Localization

/// The state of the credits.
public nonisolated struct CreditsState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The text above the list.
    public var introduction: String
    /// The projects.
    public var credits: [CreditRow]
    /// The visible part of the list.
    public var scroll = PageScroll()
}

/// A line of the credits.
public nonisolated struct CreditRow: Equatable, Sendable {
    /// The name of the project.
    public let name: String
    /// Its use in Fiber.
    public let purpose: String
    /// Its licence.
    public let licence: String
}

/// The credits: the projects that Fiber uses.
public final class CreditsViewModel: ViewModel {
    /// An action on the credits.
    public nonisolated enum Action: Equatable, Sendable {
        /// Set the number of visible lines.
        case resize(height: Int)
        /// Scroll.
        case scroll(PageScroll.Movement)
    }

    public private(set) var state: CreditsState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>()

    /// Creates the credits.
    public init(localizer: Localizer) {
        state = CreditsState(
            title: localizer(.creditsTitle), introduction: localizer(.creditsIntroduction),
            credits: Credit.all.map {
                CreditRow(name: $0.name, purpose: localizer(Message($0.purpose)), licence: $0.licence)
            })
    }

    public func send(_ action: Action) {
        switch action {
        case .resize(let height): state.scroll.measure(count: state.credits.count, height: height)
        case .scroll(let movement): state.scroll.scroll(movement)
        }
    }
}
