import EngineConcepts
import Localization

/// The state of the onboarding.
public nonisolated struct OnboardingState: Equatable, Sendable {
    /// A choice of the onboarding.
    public enum Choice: Hashable, Sendable, CaseIterable {
        /// The address of a page, feed or account.
        case address
        /// A list from another program.
        case list
        /// A sign-in at a server.
        case signIn
        /// A look at the sample.
        case sample
    }

    /// The current step.
    public enum Step: Equatable, Sendable {
        /// At the choices, with the index under the cursor.
        case choices(cursor: Int)
        /// At a question.
        case question(TextPrompt)
        /// Waiting, with a message.
        case working(String)
    }

    /// A choice as shown.
    public struct Option: Equatable, Sendable {
        public var choice: Choice
        public var title: String
        public var explanation: String
    }

    public var options: [Option]
    public var step: Step
    /// The error of the last answer, or `nil`.
    public var failure: String?
    /// True once the user has dismissed the error. Its lines stay empty, so that nothing moves.
    public var isFailureDismissed = false

    /// The open question, or `nil` if there is none.
    public var prompt: TextPrompt? { if case .question(let prompt) = step { prompt } else { nil } }
}

/// The onboarding of a user without sources. The coordinator decides the order of its questions.
public final class OnboardingViewModel: ViewModel {
    /// An action of the onboarding.
    public nonisolated enum Action: PromptAction, Equatable {
        /// Move the cursor among the choices.
        case move(Int)
        /// Select the choice under the cursor.
        case open
        /// Select the choice with this index.
        case choose(Int)
        /// Remove the error of the last answer, because that is being changed.
        case dismissFailure
        /// Enter the typed text.
        case submit(String)
        /// Go back, or cancel the running work.
        case back

        /// Go back from the question.
        public static var cancelPrompt: Self { .back }
    }

    /// An output of the onboarding.
    public nonisolated enum Output: Equatable, Sendable {
        /// A choice was selected.
        case chose(OnboardingState.Choice)
        /// An answer was entered; trimmed and never empty.
        case typed(String)
        /// The user wants to go back.
        case back
    }

    /// A question of the onboarding, with the first text of its answer.
    public nonisolated enum Question: Equatable, Sendable {
        /// The address of a source.
        case address(String)
        /// The path of a list from another program.
        case list(String)
        /// The numbers of the sources to follow.
        case choice([SeveralSources.Choice], String)
    }

    public private(set) var state: OnboardingState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()

    private let localizer: Localizer
    private let paths: PathReader
    /// The index of the choice that was last selected.
    private var lastChoice = 0

    /// Creates the onboarding at its choices.
    public init(session: Session, offersSignIn: Bool = false) {
        let localizer = session.localizer
        self.localizer = localizer
        paths = PathReader(session: session)
        let choices = OnboardingState.Choice.allCases.filter { $0 != .signIn || offersSignIn }
        state = OnboardingState(
            options: choices.map { OnboardingViewModel.option($0, localizer: localizer, kinds: session.kinds) },
            step: .choices(cursor: 0))
    }

    private static func option(
        _ choice: OnboardingState.Choice, localizer: Localizer, kinds: SourceKinds
    ) -> OnboardingState.Option {
        let (title, explanation) =
            switch choice {
            case .address:
                (
                    localizer(.onboardingAddress),
                    localizer(
                        .onboardingAddressRemark,
                        .text(kinds.all.compactMap(\.example).joined(separator: ", ")))
                )
            case .list: (localizer(.onboardingList), localizer(.onboardingListRemark))
            case .signIn: (localizer(.onboardingSignIn), localizer(.onboardingSignInRemark))
            case .sample: (localizer(.onboardingSample), localizer(.onboardingSampleRemark))
            }
        return OnboardingState.Option(choice: choice, title: title, explanation: explanation)
    }

    /// Performs an action if the current step allows it.
    public func send(_ action: Action) {
        switch (action, state.step) {
        case (.move(let count), .choices(var cursor)):
            cursor.move(by: count, within: state.options.count)
            state.step = .choices(cursor: cursor)
        case (.open, .choices(let cursor)): choose(cursor)
        case (.choose(let index), .choices) where state.options.indices.contains(index):
            state.step = .choices(cursor: index)
            choose(index)
        case (.dismissFailure, .question): state.isFailureDismissed = state.failure != nil
        case (.submit(let text), .question):
            let answer = text.trimmingSpaces
            if !answer.isEmpty { onOutput?(.typed(answer)) }
        case (.back, _): onOutput?(.back)
        default: break
        }
    }

    /// Completes the path of a list, with the match this far after the present one.
    ///
    /// - Parameter use: Called with the completed answer while keys wait, unless nothing matches.
    /// - Returns: False if there is nothing to complete.
    public func complete(_ text: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool {
        guard state.prompt?.kind == .path else { return false }
        paths.complete(text, by: count, for: self, use)
        return true
    }

    private func choose(_ index: Int) {
        lastChoice = index
        onOutput?(.chose(state.options[index].choice))
    }

    /// Shows the choices, with the cursor on the last one selected.
    public func showChoices() {
        if case .choices = state.step { return }
        show(.choices(cursor: lastChoice))
    }

    /// Asks a question, with the error of its last answer.
    public func ask(_ question: Question, failure: String? = nil) {
        let prompt =
            switch question {
            case .address(let text): SourceQuestion.address(initial: text).prompt(localizer)
            case .list(let path): TextPrompt(question: localizer(.onboardingListPath), initial: path, kind: .path)
            case .choice(let choices, let text): SourceQuestion.choice(choices, initial: text).prompt(localizer)
            }
        show(.question(prompt), failure: failure)
    }

    /// Shows what the program is waiting for.
    public func show(working message: String) { show(.working(message)) }

    private func show(_ step: OnboardingState.Step, failure: String? = nil) {
        paths.cancel(for: self)
        state = OnboardingState(options: state.options, step: step, failure: failure)
    }
}
