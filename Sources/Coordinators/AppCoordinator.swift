import ViewModels

/// The root flow: routes enter here, and the program ends here.
public final class AppCoordinator: Coordinator {
    /// Where the program can be.
    public nonisolated enum State: Hashable, Sendable, CaseIterable {
        /// Not begun.
        case launching
        /// In the timeline's flow.
        case reading
        /// In the first steps of somebody who follows nothing yet, over the sample.
        case beginning
        /// Writing what is not written yet.
        case closing
        /// Over.
        case finished
    }

    /// Where each state leads.
    public nonisolated static let table: [State: Set<State>] = [
        .launching: [.reading, .closing],
        .reading: [.beginning, .closing],
        .beginning: [.reading, .closing],
        .closing: [.finished],
        .finished: [],
    ]

    /// Where the program is.
    public var state: State { machine.state }
    /// Told when the program has ended.
    public var onFinish: (() -> Void)?
    /// The timeline's flow, while there is one. Children are held strongly: nobody else holds them.
    public private(set) var timeline: TimelineCoordinator?

    /// The first steps, while they are open.
    private var onboarding: OnboardingCoordinator?
    /// What the first steps came to; nil where there were none, or where they only looked around.
    public private(set) var begun: OnboardingCoordinator.Outcome?

    private var machine = StateMachine(State.launching, table: AppCoordinator.table)
    private let dependencies: FlowDependencies
    private let router: any Router

    /// Makes the root flow; ``start(at:)`` shows its first screen.
    public init(dependencies: FlowDependencies, router: any Router) {
        self.dependencies = dependencies
        self.router = router
    }

    /// Opens the timeline, at a route where one is given.
    public func start(at route: Route?) {
        guard go(to: .reading) else { return }
        let timeline = TimelineCoordinator(dependencies: dependencies, router: router)
        timeline.onFinish = { [weak self] in self?.close() }
        self.timeline = timeline
        timeline.start(at: route)
    }

    /// Opens the first steps over the timeline, with the question for an address where one is given.
    ///
    /// - Returns: False where there is nothing to begin: something is followed already.
    public func begin(with address: String? = nil) -> Bool {
        guard let beginning = dependencies.services.beginning else { return false }
        guard go(to: .beginning) else { return true }
        let onboarding = OnboardingCoordinator(dependencies: dependencies, beginning: beginning, router: router)
        onboarding.onFinish = { [weak self] in self?.endBeginning() }
        self.onboarding = onboarding
        if let address { onboarding.start(with: address) } else { onboarding.start(at: nil) }
        return true
    }

    private func endBeginning() {
        let outcome = onboarding?.outcome
        onboarding = nil
        guard case .following = outcome else {
            _ = go(to: .reading)
            return
        }
        begun = outcome
        close()
    }

    /// Ends the program: writes what is not written yet, then tells the router to quit.
    public func close() {
        guard go(to: .closing) else { return }
        let services = dependencies.services
        services.activity.run { [weak self] in
            await services.flush()
            self?.finish()
        }
    }

    private func finish() {
        guard go(to: .finished) else { return }
        timeline = nil
        onboarding = nil
        onFinish?()
        router.quit()
    }

    /// Closing twice is no fault of the reader's: what the table forbids changes nothing.
    private func go(to next: State) -> Bool {
        do {
            try machine.transition(to: next)
            return true
        } catch {
            return false
        }
    }
}
