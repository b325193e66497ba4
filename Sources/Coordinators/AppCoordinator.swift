import EngineConcepts
public import ViewModels

/// The root coordinator: receives routes and ends the program.
public final class AppCoordinator {
    /// The states of the program.
    public nonisolated enum State: Hashable, Sendable, CaseIterable {
        /// Not started.
        case launching
        /// In the timeline.
        case reading
        /// In the onboarding of a user without sources, above the sample.
        case onboarding
        /// Writing pending changes.
        case closing
        /// Ended.
        case finished
    }

    /// The allowed transitions from each state.
    public nonisolated static let table: [State: Set<State>] = [
        .launching: [.reading, .closing],
        .reading: [.onboarding, .closing],
        .onboarding: [.reading, .closing],
        .closing: [.finished],
        .finished: [],
    ]

    /// The current state of the program.
    public private(set) var state = State.launching
    /// The coordinator of the timeline, or `nil` before the start. Only this reference keeps the child alive.
    public private(set) var timeline: TimelineCoordinator?

    /// The onboarding, or `nil` while it is closed.
    private var onboarding: OnboardingCoordinator?
    /// The outcome of the onboarding, or `nil` if there was none or the user only looked around.
    public private(set) var onboardingOutcome: OnboardingCoordinator.Outcome?

    /// True once others have added sources to the user's library while the sample is open.
    private var hasOwnSources = false
    private let services: ScreenServices
    private let frontEnd: FrontEnd
    private let router: any Router

    /// Creates the root coordinator; ``start(at:)`` shows its first screen.
    public init(services: ScreenServices, frontEnd: FrontEnd, router: any Router) {
        self.services = services
        self.frontEnd = frontEnd
        self.router = router
    }

    /// Opens the timeline, at `route` if given.
    public func start(at route: Route?) {
        guard go(to: .reading) else { return }
        let timeline = TimelineCoordinator(services: services, frontEnd: frontEnd, router: router)
        timeline.onFinish = { [weak self] in self?.close() }
        timeline.onFirstSources = { [weak self] in self?.leaveSample(with: .added(warnings: $0)) }
        self.timeline = timeline
        timeline.start(at: route)
    }

    /// Goes to a place in the timeline. If that is not possible now, all screens stay as they are.
    ///
    /// - Parameter holdsDraft: Returns true while the top screen holds text that would be lost. Called again after every wait.
    public func show(_ route: Route, unless holdsDraft: () -> Bool = { false }) async -> RouteOutcome {
        guard canMove(unless: holdsDraft), let timeline else { return .busy }
        if let reason = await timeline.refusal(of: route) { return .refused(reason) }
        // The user may have begun to write meanwhile, or have ended the program.
        guard canMove(unless: holdsDraft), timeline.open(route) else { return .busy }
        return .opened
    }

    private func canMove(unless holdsDraft: () -> Bool) -> Bool {
        state == .reading && timeline?.canBeLeft == true && !holdsDraft()
    }

    /// Lets ``openOnboarding(with:)`` open the user's own timeline from now on, because it has sources that others have added.
    public func ownSourcesAppeared() { hasOwnSources = true }

    /// Opens the onboarding above the timeline, with its choices or a question. Without a question, ends the sample if the
    /// user has sources by now.
    ///
    /// - Parameter isAnswered: True if the first text of the question, unless it is empty, is its answer.
    /// - Returns: False if there are sources already, so that nothing was opened.
    public func openOnboarding(
        with question: OnboardingViewModel.Question? = nil, isAnswered: Bool = false
    ) -> Bool {
        guard let firstSources = services.firstSources else { return false }
        if question == nil, hasOwnSources, state == .reading {
            leaveSample(with: .added(warnings: []))
            return true
        }
        // It is open already, or the program ends.
        guard state == .reading, go(to: .onboarding) else { return true }
        let onboarding = OnboardingCoordinator(services: services, firstSources: firstSources, router: router)
        onboarding.onFinish = { [weak self] in self?.endOnboarding() }
        self.onboarding = onboarding
        onboarding.start(with: question, isAnswered: isAnswered)
        return true
    }

    /// Performs an action on the screen of sources. While there are no sources, does the same in the onboarding, which asks
    /// the question only if the user has not given its answer.
    public func changeSources(_ action: SourceManagerViewModel.Action, or question: OnboardingViewModel.Question?) {
        guard !openOnboarding(with: question, isAnswered: true), let timeline else { return }
        timeline.open(.sources)
        if timeline.screen == .sources { timeline.sources.send(action) }
    }

    private func endOnboarding() {
        let outcome = onboarding?.outcome
        onboarding = nil
        switch outcome {
        case .added?: leaveSample(with: outcome)
        case .signingIn?: if go(to: .reading) { timeline?.signIn() }
        case .stayedInSample?, nil: _ = go(to: .reading)
        }
    }

    /// Ends the sample, because the user has sources now.
    private func leaveSample(with outcome: OnboardingCoordinator.Outcome?) {
        onboardingOutcome = outcome
        timeline?.finish()
    }

    /// Ends the program: writes pending changes, then tells the router to quit.
    public func close() {
        // Closing takes time, in which the user may ask for it again.
        guard state != .closing, state != .finished, go(to: .closing) else { return }
        services.session.activity.run { [self] in
            // Posts that wait are sent, not taken back.
            await services.session.outgoing.sendNow()
            await services.track.flush()
            finish()
        }
    }

    private func finish() {
        guard go(to: .finished) else { return }
        timeline = nil
        onboarding = nil
        router.quit()
    }

    /// Goes to `next`, or returns false after an error, which stops a debug build and is otherwise shown and logged.
    private func go(to next: State) -> Bool {
        guard Self.table[state]?.contains(next) == true else {
            services.session.messages.failure(Message("transitionForbidden"))
            services.session.messages.log("\(state) → \(next)")
            assertionFailure("The program cannot go from \(state) to \(next).")
            return false
        }
        state = next
        return true
    }
}
