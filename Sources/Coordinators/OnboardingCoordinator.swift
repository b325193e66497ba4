import EngineConcepts
import Localization
public import ViewModels

/// The onboarding of a user without sources, above the sample timeline: an address, a list from another program, a
/// sign-in, or a look around.
public final class OnboardingCoordinator {
    /// The states of the flow.
    public nonisolated enum State: Hashable, Sendable, CaseIterable {
        /// Not started.
        case idle
        /// At the choices.
        case choices
        /// Asking for an address, for a list, or for one of several sources.
        case address, list, several
        /// Waiting for a source or a list.
        case working
        /// Ended.
        case finished
    }

    /// The allowed transitions from each state.
    public nonisolated static let table: [State: Set<State>] = [
        .idle: [.choices, .address, .list],
        .choices: [.address, .list, .finished],
        .address: [.choices, .working, .finished],
        .list: [.choices, .working, .finished],
        .several: [.choices, .working, .finished],
        .working: [.address, .list, .several, .finished],
        .finished: [],
    ]

    /// The outcome of the onboarding.
    public nonisolated enum Outcome: Hashable, Sendable {
        /// The user looks at the sample.
        case stayedInSample
        /// The user wants to sign in: the list of accounts asks for the server.
        case signingIn
        /// Sources were added, with warnings for the user. After a list, `summary` is its result in one line, and the warnings
        /// are the details of that.
        case added(warnings: [String], summary: String? = nil)
    }

    /// The current state of the flow.
    public var state: State { machine.state }
    /// Called when the flow has ended.
    var onFinish: (() -> Void)?
    /// The outcome, or `nil` while the flow runs.
    public private(set) var outcome: Outcome?

    private var machine = StateMachine(State.idle, table: OnboardingCoordinator.table)
    /// The most warnings that fit under the question.
    private static let maximumWarnings = 3

    private let session: Session
    private let onboardingService: any FirstSourceAdding
    private let router: any Router
    private let model: OnboardingViewModel
    private var work: Task<Void, Never>?
    /// The sources to choose from; empty unless the state is ``State/several``.
    private var choices: [SeveralSources.Choice] = []

    /// Creates the flow; ``start(with:)`` shows it.
    public init(services: ScreenServices, onboardingService: any FirstSourceAdding, router: any Router) {
        let session = services.session
        self.session = session
        self.onboardingService = onboardingService
        self.router = router
        model = OnboardingViewModel(
            localizer: session.localizer, kinds: session.kinds, offersSignIn: services.accounts != nil,
            paths: { [programs = session.programs] in programs.paths(beginningWith: $0) })
        model.onOutput = { [weak self] in self?.handle($0) }
    }

    /// Shows the choices, or a question.
    public func start(with question: OnboardingViewModel.Question?) {
        guard question.map({ ask($0) }) ?? enter(.choices) else { return }
        router.push(.onboarding, model)
    }

    private func handle(_ output: OnboardingViewModel.Output) {
        switch (output, state) {
        case (.chose(.address), .choices): ask(.address(""))
        case (.chose(.list), .choices): ask(.list(""))
        case (.chose(.signIn), .choices): end(.signingIn)
        case (.chose(.sample), .choices): end(.stayedInSample)
        case (.typed(let text), .address): follow(text)
        case (.typed(let text), .list): followList(at: text)
        case (.typed(let text), .several): choose(text)
        case (.back, .choices): end(.stayedInSample)
        case (.back, .working):
            // The work may still end in success, which ends the flow: the source was added.
            work?.cancel()
        case (.back, .address), (.back, .list), (.back, .several): if enter(.choices) { model.showChoices() }
        // Events of a step that has ended.
        case (.chose, _), (.typed, _), (.back, _): break
        }
    }

    private func follow(_ address: String) {
        run(session.localizer(.sourceAdding, .text(address))) { [onboardingService, localizer = session.localizer] in
            do {
                _ = try await onboardingService.follow(address)
                return { $0.end(.added(warnings: [])) }
            } catch let several as SeveralSources {
                return { $0.askForChoice(several.choices) }
            } catch {
                let message = localizer(error)
                return { $0.ask(.address(address), failure: message) }
            }
        }
    }

    private func followList(at path: String) {
        run(session.localizer(.onboardingReadingList, .text(path))) {
            [onboardingService, localizer = session.localizer] in
            do {
                let outcome = try await onboardingService.follow(listAt: path)
                let (warnings, summary) = (
                    outcome.warnings.map { localizer($0) }, outcome.summary(ofListAt: path, localizer)
                )
                guard outcome.count > 0 else {
                    return { $0.askAgain(forListAt: path, warnings, summary: summary) }
                }
                return { $0.end(.added(warnings: warnings, summary: summary)) }
            } catch {
                let message = localizer(error)
                return { $0.ask(.list(path), failure: message) }
            }
        }
    }

    /// Follows all sources whose numbers are in `text`.
    private func choose(_ text: String) {
        let choices = choices
        guard let selected = SeveralSources.choices(numberedIn: text, of: choices) else {
            let message = session.localizer(.sourceNoSuchChoice, .number(choices.count))
            return model.askForChoice(choices, initial: text, failure: message)
        }
        let addresses = selected.map(\.address)
        run(session.localizer(.sourceAdding, .text(addresses.joined(separator: ", ")))) {
            [onboardingService, localizer = session.localizer] in
            let warnings = await onboardingService.follow(all: addresses, localizer)
            guard warnings.count < addresses.count else {
                return { $0.askForChoice(choices, initial: text, failure: warnings.first) }
            }
            return { $0.end(.added(warnings: warnings)) }
        }
    }

    /// Waits for `work`, then continues with its result. Going back cancels the work: its failure is not shown, but
    /// whatever it still adds ends the flow.
    private func run(
        _ message: String, _ work: @escaping @MainActor () async -> (OnboardingCoordinator) -> Void
    ) {
        guard enter(.working) else { return }
        model.show(working: message)
        self.work = session.activity.run { [weak self] in
            let next = await work()
            if let self, state == .working { next(self) }
        }
    }

    private func askForChoice(_ choices: [SeveralSources.Choice], initial: String = "1", failure: String? = nil) {
        guard enter(.several) else { return }
        self.choices = choices
        model.askForChoice(choices, initial: initial, failure: shown(failure))
    }

    /// Asks a question, for the first time or after the failure of an answer. Returns false if the flow is elsewhere.
    @discardableResult
    private func ask(_ question: OnboardingViewModel.Question, failure: String? = nil) -> Bool {
        let state: State =
            switch question {
            case .address: .address
            case .list: .list
            }
        guard enter(state) else { return false }
        model.ask(question, failure: shown(failure))
        return true
    }

    /// Asks again for a list from which nothing was added. Shows the reasons, or where they are if they are many.
    private func askAgain(forListAt path: String, _ warnings: [String], summary: String) {
        let isShort = (1...Self.maximumWarnings).contains(warnings.count)
        if !isShort {
            for warning in warnings { session.messages.log(warning, .note) }
        }
        ask(.list(path), failure: isShort ? warnings.joined(separator: "\n") : summary)
    }

    /// Returns the failure of the work, or `nil` if the user has cancelled the work.
    private func shown(_ failure: String?) -> String? {
        work?.isCancelled == true ? nil : failure
    }

    private func end(_ outcome: Outcome) {
        guard enter(.finished) else { return }
        self.outcome = outcome
        router.pop()
        onFinish?()
    }

    private func enter(_ next: State) -> Bool {
        machine.enter(next, reportingTo: session)
    }
}
