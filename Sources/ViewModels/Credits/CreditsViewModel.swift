/// Everything that the credits show.
public nonisolated struct CreditsState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// What stands above the list.
    public var introduction: String
    /// Whose work Fiber stands on.
    public var credits: [Credit]
    /// Which lines are seen.
    public var scroll = PageScroll()
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
    public init(wording: Localization) {
        state = CreditsState(
            title: wording(.creditsTitle), introduction: wording(.creditsIntroduction),
            credits: Credit.all.map { Credit($0.name, wording.ofCredits($0.purpose), $0.licence) })
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
