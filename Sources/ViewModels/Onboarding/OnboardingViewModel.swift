public import Localization

/// Asks somebody who follows nothing yet what to begin with. Which question comes when is decided by the flow.
public final class OnboardingViewModel {
    /// What can be done here.
    public nonisolated enum Action: Equatable, Sendable {
        /// Moves the cursor among the choices.
        case move(Int)
        /// Takes the choice under the cursor.
        case open
        /// Takes the choice of this number, from 0 on.
        case choose(Int)
        /// Takes what was typed.
        case submit(String)
        /// Goes back, or stops what is waited for.
        case back
    }

    /// What the flow hears.
    public nonisolated enum Output: Equatable, Sendable {
        /// A choice was taken.
        case chose(OnboardingState.Choice)
        /// Something was typed, without spaces around it; never nothing.
        case typed(String)
        /// The reader wants back.
        case back
    }

    /// What the screen shows.
    public private(set) var state: OnboardingState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?
    /// Told what the reader wants.
    public var onOutput: ((Output) -> Void)?

    private let wording: Localizer

    /// Makes it, before the choices.
    public init(wording: Localizer) {
        self.wording = wording
        state = OnboardingState(
            title: wording(.beginTitle), introduction: wording(.beginIntroduction),
            options: [
                .init(choice: .address, title: wording(.beginAddress), remark: wording(.beginAddressRemark)),
                .init(choice: .list, title: wording(.beginList), remark: wording(.beginListRemark)),
                .init(choice: .sample, title: wording(.beginSample), remark: wording(.beginSampleRemark)),
            ],
            step: .choices(cursor: 0))
    }

    /// Does what the reader wants, where that means something at this step.
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
        state.problem = nil
        if case .choices = state.step { return }
        state.step = .choices(cursor: 0)
    }

    /// Asks for an address; what came of the last one stands beside it.
    public func askForAddress(_ initial: String = "", problem: String? = nil) {
        ask(SourcesState.Prompt(question: wording(.sourceAddress), initial: initial), problem)
    }

    /// Asks for a file that holds a list.
    public func askForList(_ initial: String = "", problem: String? = nil) {
        ask(SourcesState.Prompt(question: wording(.beginListPath), initial: initial), problem)
    }

    /// Asks which of several sources is meant.
    public func askForChoice(_ choices: [SeveralSources.Choice], initial: String = "1", problem: String? = nil) {
        let question = wording(.sourceWhich, .words("1–\(choices.count)"))
        ask(SourcesState.Prompt(question: question, initial: initial, choices: choices), problem)
    }

    /// Says what is waited for.
    public func show(working words: String) {
        state.problem = nil
        state.step = .working(words)
    }

    private func ask(_ prompt: SourcesState.Prompt, _ problem: String?) {
        state.problem = problem
        state.step = .question(prompt)
    }
}
