public import EngineConcepts
public import Localization

/// The onboarding of a user without sources. The coordinator decides the order of its questions.
public final class OnboardingViewModel: ViewModel {
    /// An action of the onboarding.
    public nonisolated enum Action: Equatable, Sendable {
        /// Move the cursor among the choices.
        case move(Int)
        /// Select the choice under the cursor.
        case open
        /// Select the choice with this index.
        case choose(Int)
        /// Handles the typed text.
        case submit(String)
        /// Go back, or cancel the running work.
        case back
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

    public private(set) var state: OnboardingState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()

    private let localizer: Localizer

    /// Creates the onboarding at its choices. Hints show the example addresses of `kinds`.
    ///
    /// - Parameter signsIn: True to offer a sign-in.
    public init(localizer: Localizer, kinds: SourceKinds, signsIn: Bool = false) {
        self.localizer = localizer
        let examples = kinds.all.compactMap(\.example).joined(separator: ", ")
        var options: [OnboardingState.Option] = [
            .init(
                choice: .address, title: localizer(.onboardingAddress),
                explanation: localizer(.onboardingAddressRemark, .text(examples))),
            .init(choice: .list, title: localizer(.onboardingList), explanation: localizer(.onboardingListRemark)),
            .init(choice: .signIn, title: localizer(.onboardingSignIn), explanation: localizer(.onboardingSignInRemark)),
            .init(choice: .sample, title: localizer(.onboardingSample), explanation: localizer(.onboardingSampleRemark)),
        ]
        if !signsIn { options.removeAll { $0.choice == .signIn } }
        state = OnboardingState(
            title: localizer(.onboardingTitle), introduction: localizer(.onboardingIntroduction), options: options,
            step: .choices(cursor: 0))
    }

    /// Performs an action if the current step allows it.
    public func send(_ action: Action) {
        switch (action, state.step) {
        case (.move(let count), .choices(let cursor)):
            state.step = .choices(cursor: min(max(0, cursor + count), state.options.count - 1))
        case (.open, .choices(let cursor)): onOutput?(.chose(state.options[cursor].choice))
        case (.choose(let index), .choices) where state.options.indices.contains(index):
            state.step = .choices(cursor: index)
            onOutput?(.chose(state.options[index].choice))
        case (.submit(let text), .question):
            let start = text.drop(while: \.isWhitespace)
            if let end = start.lastIndex(where: { !$0.isWhitespace }) { onOutput?(.typed(String(start[...end]))) }
        case (.back, _): onOutput?(.back)
        default: break
        }
    }

    /// Shows the choices.
    public func showChoices() {
        state.failure = nil
        if case .choices = state.step { return }
        state.step = .choices(cursor: 0)
    }

    /// Asks for an address, with the error of the last answer.
    public func askForAddress(_ initial: String = "", failure: String? = nil) {
        ask(SourceManagerState.Prompt(question: localizer(.sourceAddress), initial: initial, kind: .address), failure)
    }

    /// Asks for the path of a list.
    public func askForList(_ initial: String = "", failure: String? = nil) {
        ask(SourceManagerState.Prompt(question: localizer(.onboardingListPath), initial: initial, kind: .path), failure)
    }

    /// Asks which of several sources is meant.
    public func askForChoice(_ choices: [SeveralSources.Choice], initial: String = "1", failure: String? = nil) {
        let question = localizer(.sourceWhich, .text("1–\(choices.count)"))
        ask(SourceManagerState.Prompt(question: question, initial: initial, kind: .choice, choices: choices), failure)
    }

    /// Shows what the program is waiting for.
    public func show(working message: String) {
        state.failure = nil
        state.step = .working(message)
    }

    private func ask(_ prompt: SourceManagerState.Prompt, _ failure: String?) {
        state.failure = failure
        state.step = .question(prompt)
    }
}
