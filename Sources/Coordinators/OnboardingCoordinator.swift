import EngineConcepts
import Localization
public import ViewModels

/// The onboarding of a user without sources, above the sample timeline: an address, a list from another program, a
/// sign-in, or a look around. The step of its view-model is the state of the flow.
public final class OnboardingCoordinator {
    public nonisolated enum Outcome: Hashable, Sendable {
        /// The user looks at the sample.
        case stayedInSample
        /// The user wants to sign in: the list of accounts asks for the server.
        case signingIn
        /// Sources were added, with warnings for the user. After a list, `summary` is its result in one line, and the warnings
        /// are the details of that.
        case added(warnings: [String], summary: String? = nil)
    }

    /// Called when the flow has ended.
    var onFinish: (() -> Void)?
    /// The outcome, or `nil` while the flow runs.
    public private(set) var outcome: Outcome?

    /// The most warnings that fit under the question.
    private static let maximumWarnings = 3

    private let session: Session
    private let firstSources: any FirstSourceAdding
    private let router: any Router
    private let model: OnboardingViewModel
    private var work: Task<Void, Never>?

    /// Creates the flow; ``start(with:)`` shows it.
    public init(services: ScreenServices, firstSources: any FirstSourceAdding, router: any Router) {
        let session = services.session
        self.session = session
        self.firstSources = firstSources
        self.router = router
        model = OnboardingViewModel(session: session, offersSignIn: services.accounts != nil)
        model.onOutput = { [weak self] in self?.handle($0) }
    }

    /// Shows the choices, or a question.
    ///
    /// - Parameter isAnswered: True if the first text of the question, unless it is empty, is its answer, with which the flow
    ///   goes on at once.
    public func start(with question: OnboardingViewModel.Question?, isAnswered: Bool = false) {
        switch question {
        case .address(let address)? where isAnswered && !address.isEmpty: follow(address)
        case .list(let path)? where isAnswered && !path.isEmpty: followList(at: path)
        case let question?: ask(question)
        case nil: break
        }
        router.push(.onboarding, model)
    }

    private func handle(_ output: OnboardingViewModel.Output) {
        switch (output, model.state.step) {
        case (.chose(.address), _): ask(.address(""))
        case (.chose(.list), _): ask(.list(""))
        case (.chose(.signIn), _): end(.signingIn)
        case (.chose(.sample), _), (.back, .choices): end(.stayedInSample)
        case (.typed(let text), .question(let prompt)):
            switch prompt.kind {
            case .path: followList(at: text)
            case .choice: choose(text, of: prompt.choices)
            default: follow(text)
            }
        case (.back, .question): model.showChoices()
        // The work may still end in success, which ends the flow: the source was added.
        case (.back, .working): work?.cancel()
        // Only a question has an answer.
        case (.typed, _): break
        }
    }

    private func follow(_ address: String) {
        run(session.localizer(.sourceAdding, .text(address))) { [firstSources, localizer = session.localizer] in
            do {
                _ = try await firstSources.follow(address)
                return { $0.end(.added(warnings: [])) }
            } catch let several as SeveralSources {
                return { $0.ask(.choice(several.choices, "1")) }
            } catch {
                let message = localizer(error)
                return { $0.ask(.address(address), failure: message) }
            }
        }
    }

    private func followList(at path: String) {
        run(session.localizer(.onboardingReadingList, .text(path))) {
            [firstSources, localizer = session.localizer] in
            do {
                let outcome = try await firstSources.follow(listAt: path)
                let (warnings, summary) = (
                    outcome.warnings.map { localizer($0) }, outcome.summary(ofListAt: path, localizer)
                )
                guard outcome.count > 0 else { return { $0.askAgain(forListAt: path, warnings, summary: summary) } }
                return { $0.end(.added(warnings: warnings, summary: summary)) }
            } catch {
                let message = localizer(error)
                return { $0.ask(.list(path), failure: message) }
            }
        }
    }

    /// Follows all sources whose numbers are in `text`.
    private func choose(_ text: String, of choices: [SeveralSources.Choice]) {
        guard let selected = SeveralSources.choices(numberedIn: text, of: choices) else {
            let message = session.localizer(.sourceNoSuchChoice, .number(choices.count))
            return model.ask(.choice(choices, text), failure: message)
        }
        let addresses = selected.map(\.address)
        run(session.localizer(.sourceAdding, .text(addresses.joined(separator: ", ")))) {
            [firstSources, localizer = session.localizer] in
            let warnings = await firstSources.follow(all: addresses, localizer)
            guard warnings.count < addresses.count else {
                return { $0.ask(.choice(choices, text), failure: warnings.first) }
            }
            return { $0.end(.added(warnings: warnings)) }
        }
    }

    /// Waits for `work`, then continues with its result. Going back cancels the work: its failure is not shown, but
    /// whatever it still adds ends the flow.
    private func run(_ message: String, _ work: @escaping @MainActor () async -> (OnboardingCoordinator) -> Void) {
        model.show(working: message)
        self.work = session.activity.run { [weak self] in
            let next = await work()
            if let self { next(self) }
        }
    }

    /// Asks a question, with the failure of the work unless the user has cancelled that.
    private func ask(_ question: OnboardingViewModel.Question, failure: String? = nil) {
        model.ask(question, failure: work?.isCancelled == true ? nil : failure)
    }

    /// Asks again for a list from which nothing was added. Shows the reasons, or where they are if they are many.
    private func askAgain(forListAt path: String, _ warnings: [String], summary: String) {
        let isShort = (1...Self.maximumWarnings).contains(warnings.count)
        if !isShort { session.messages.log(remarks: warnings) }
        ask(.list(path), failure: isShort ? warnings.joined(separator: "\n") : summary)
    }

    private func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        router.pop()
        onFinish?()
    }
}
