/// The state of the credits.
public nonisolated struct CreditsState: Equatable, Sendable {
    public let credits = Credit.all
    /// The visible part of the list.
    public var scroll = PageScroll()
}

/// The credits: the projects that Fiber uses.
public final class CreditsViewModel: ViewModel {
    /// An action on the credits.
    public nonisolated enum Action: ScrollAction, Equatable {
        /// Set the number of visible lines.
        case resize(height: Int)
        case scroll(PageScroll.Movement)
    }

    public private(set) var state = CreditsState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>()

    public init() {}

    public func send(_ action: Action) {
        switch action {
        case .resize(let height): state.scroll.measure(count: state.credits.count, height: height)
        case .scroll(let movement): state.scroll.scroll(movement)
        }
    }
}
