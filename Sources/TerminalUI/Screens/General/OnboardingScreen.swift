import TerminalKit
import ViewModels

/// The drawing of the onboarding as a box in the middle of the sample timeline.
struct OnboardingScreen: StyledDrawing {
    let appearance: Appearance

    /// Draws the box. Returns the position of the cursor.
    func draw(_ state: OnboardingState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let lines = lines(of: state, in: area)
        let inside = Modal.draw(
            title: localizer(.onboardingTitle), lines: lines.all, in: area, of: &buffer, theme: theme, glyphs: glyphs)
        guard case .question = state.step, let row = lines.input, row < inside.height else { return nil }
        let inputArea = inside.row(row)
        buffer.fill(inputArea, style: theme[.input])
        return input.draw(in: inputArea, of: &buffer, style: theme[.input])
    }

    /// Returns the first row of the box.
    func top(of state: OnboardingState, in area: Rect) -> Int {
        area.centered(Size(width: 1, height: lines(of: state, in: area).all.count + 2)).y
    }

    private struct Lines {
        var all: [TextLine] = []
        /// The index of the line for text.
        var input: Int?
    }

    /// Returns the lines that have room. First the explanations of the choices are left out, then most of the introduction,
    /// then all of it. An error is cut.
    private func lines(of state: OnboardingState, in area: Rect) -> Lines {
        let width = max(16, min(66, area.width - 8))
        let height = area.height - 2
        let introduction = localizer(.onboardingIntroduction)
        let whole = lines(of: state, below: introduction, width: width, height: height)
        guard whole.all.count > height, case .choices = state.step else { return whole }
        var short = state
        for index in short.options.indices { short.options[index].explanation = "" }
        for introduction in [introduction, localizer(.onboardingShort)] {
            let lines = lines(of: short, below: introduction, width: width, height: height)
            if lines.all.count <= height { return lines }
        }
        return lines(of: short, below: "", width: width, height: height)
    }

    private func lines(of state: OnboardingState, below introduction: String, width: Int, height: Int) -> Lines {
        var lines = Lines()
        switch state.step {
        case .choices(let cursor):
            if !introduction.isEmpty {
                add(introduction, .text, width: width, to: &lines)
                lines.all.append(TextLine())
            }
            addChoices(state.options, cursor: cursor, width: width, to: &lines)
        case .question(let prompt):
            addQuestion(prompt, width: width, to: &lines)
            if let failure = state.failure {
                let start = lines.all.count
                // Two lines are needed below: an empty one and the one with the keys.
                add(failure, .warning, width: width, maximumLines: max(1, height - start - 2), to: &lines)
                if state.isFailureDismissed { for index in start..<lines.all.count { lines.all[index] = TextLine() } }
            }
        case .working(let message): add(message, .text, width: width, to: &lines)
        }
        lines.all.append(TextLine())
        lines.all.append(keys(of: state, width: width))
        return lines
    }

    /// Returns the line with the keys, in fewer words if the usual ones have no room.
    private func keys(of state: OnboardingState, width: Int) -> TextLine {
        let usual = TextLine.hints(hints(of: state), columns: .max, theme: theme, on: .modal)
        let isBrief = usual.width > width
        return .hints(hints(of: state, isBrief: isBrief), columns: width, theme: theme, on: .modal)
    }

    /// Returns the keys of the step, in fewer words if `isBrief`.
    func hints(of state: OnboardingState, isBrief: Bool = false) -> [KeyHint] {
        let (enter, escape): (MessageKey?, MessageKey) =
            switch state.step {
            case .choices: (.onboardingContinue, isBrief ? .onboardingBack : .onboardingLook)
            case .question: (.onboardingContinue, .onboardingBack)
            case .working: (nil, .onboardingCancel)
            }
        return (enter.map { [appearance.hint(.named(.enter), $0)] } ?? []) + [appearance.hint(.named(.escape), escape)]
    }

    /// Adds the question with a line for the answer, below the sources from which the answer can choose by number.
    private func addQuestion(_ prompt: TextPrompt, width: Int, to lines: inout Lines) {
        for (index, choice) in prompt.choices.enumerated() {
            var line = TextLine("\(index + 1)".leftPadded(to: 2) + " ", theme.style(.accent, over: .modal))
            if choice.title != choice.address { line.append(choice.title + "  ", theme.style(.text, over: .modal)) }
            line.append(choice.address, theme.style(.dim, over: .modal))
            lines.all.append(glyphs.cut(line, to: width))
        }
        add(prompt.question, .text, width: width, to: &lines)
        lines.input = lines.all.count
        lines.all.append(.spaces(width))
    }

    private func addChoices(_ options: [OnboardingState.Option], cursor: Int, width: Int, to lines: inout Lines) {
        for (index, option) in options.enumerated() {
            let start = lines.all.count
            let isCurrent = index == cursor
            var line = TextLine(isCurrent ? glyphs.selection : " ", theme.style(.selectionMark, over: .modal))
            line.append(" \(index + 1) ", theme.style(.accent, over: .modal))
            line.append(option.title, theme.style(isCurrent ? .title : .text, over: .modal))
            lines.all.append(line)
            if !option.explanation.isEmpty { add(option.explanation, .dim, width: width, indent: 4, to: &lines) }
            for row in start..<lines.all.count {
                lines.all[row].pad(to: width)
                lines.all[row] = lines.all[row].clicked(.row(index))
            }
        }
    }

    private func add(
        _ text: String, _ role: Role, width: Int, indent: Int = 0, maximumLines: Int? = nil, to lines: inout Lines
    ) {
        lines.all += TextWrap.lines(
            text, theme.style(role, over: .modal), width: width, prefix: .spaces(indent), maximumLines: maximumLines,
            ellipsis: glyphs.ellipsis)
    }
}
