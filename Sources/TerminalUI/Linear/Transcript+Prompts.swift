import Localization
import TerminalKit
import ViewModels

/// The prompts in words: the question, and the text typed so far.
extension Transcript {
    init(_ state: NoteState, input: InputLine, localizer: Localizer) {
        location = Location(name: state.prompt)
        notices = state.others.map(\.line)
        once = [localizer(.noteHint)]
        line = Line(prompt: state.prompt, input)
    }

    init(_ state: PersonLinkState, input: InputLine, localizer: Localizer) {
        location = Location(name: state.prompt)
        notices = state.identities
        once = [localizer(.personHint)]
        line = Line(prompt: state.prompt, input)
        if let selected = state.selected {
            item = Item(id: state.suggestions[selected], lines: [state.suggestions[selected]])
        }
    }

    init(_ state: RuleEditorState, input: InputLine, localizer: Localizer) {
        location = Location(name: state.title)
        let prompt = localizer(.rulePrompt)
        if let suggestions = state.suggestions {
            line = Line(prompt: prompt, input)
            guard let suggestion = suggestions.element(at: state.cursor) else { return }
            let line = [suggestion.name, suggestion.text].filter { !$0.isEmpty }.joined(separator: ": ")
            item = Item(id: line, lines: [line])
            return
        }
        // Progress changes constantly, so only the final result is read out.
        let result = state.preview.flatMap { $0.isComplete ? $0.result : nil }
        notices = [state.name, state.effect, state.scope, state.term, result].compactMap(\.self)
        if let refusal = state.refusal {
            notices.append(refusal)
        } else if state.query.isWrong {
            notices.append(state.query.explanation)
        }
        line = Line(prompt: state.prompt?.question ?? prompt, input)
    }

    init(_ state: CommandLineState, input: InputLine, localizer: Localizer) {
        location = Location(name: localizer(.commandTitle))
        notices = [state.failure].compactMap(\.self)
        if let help = state.selected.flatMap({ state.matches.element(at: $0)?.help }), !help.isEmpty {
            notices.append(help)
        }
        line = Line(prompt: localizer(.commandPrompt), input)
    }

    init(_ state: OnboardingState, input: InputLine, localizer: Localizer) {
        location = Location(name: localizer(.onboardingTitle), details: localizer(.onboardingIntroduction))
        switch state.step {
        case .choices(let cursor):
            let option = state.options[cursor]
            item = Item(id: option.title, lines: ["\(cursor + 1): \(option.title)", option.explanation])
        case .question(let prompt):
            if let failure = state.failure, !state.isFailureDismissed { notices = [failure] }
            line = Line(prompt: prompt.spoken, input)
        case .working(let message): notices = [message]
        }
    }
}
