internal import EngineConcepts
public import Localization

/// Everything that the credits show.
public nonisolated struct CreditsState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// What stands above the list.
    public var introduction: String
    /// Whose work Fiber stands on.
    public var credits: [CreditRow]
    /// Which lines are seen.
    public var scroll = PageScroll()
}

/// A line of the credits.
public nonisolated struct CreditRow: Equatable, Sendable {
    /// The work's name.
    public let name: String
    /// What it does here.
    public let purpose: String
    /// Its licence.
    public let licence: String
}

/// The credits: what Fiber is made of.
public final class CreditsViewModel {
    /// What the screen shows.
    public private(set) var state: CreditsState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    /// Makes the credits.
    public init(wording: Localizer) {
        state = CreditsState(
            title: wording(.creditsTitle), introduction: wording(.creditsIntroduction),
            credits: Credit.all.map {
                CreditRow(name: $0.name, purpose: wording(Message($0.purpose)), licence: $0.licence)
            })
    }

    /// So many lines of the list are seen at once.
    public func resize(height: Int) {
        state.scroll.measure(count: state.credits.count, height: height)
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }
}
