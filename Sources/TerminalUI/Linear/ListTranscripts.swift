import EngineConcepts
import Localization
import TerminalKit
import ViewModels

extension Transcript {
    /// The pictures, each as its description.
    init(_ state: PictureState) {
        place = Place(name: state.title)
        switch state.body {
        case .loading, .picture:
            item = Item(id: state.position, lines: [state.position, state.caption].filter { !$0.isEmpty })
        case .notice(let title, let hint): notices = [title, hint].compactMap(\.self)
        }
    }

    /// The links of a ticket.
    init(_ state: LinksState) {
        place = Place(name: state.title, details: state.links.map { String($0.count) })
        guard let links = state.links else { return }
        guard let link = links.element(at: state.cursor) else {
            notices = [state.emptyText]
            return
        }
        item = Item(
            id: "\(link.number)",
            lines: ["\(link.number): \(link.text)", link.details, link.url].filter { !$0.isEmpty })
    }

    /// All keys at once.
    init(_ state: HelpState, input: InputLine?) {
        place = Place(name: state.title)
        let lines = state.sections.flatMap { section in
            [section.title] + section.entries.map { "\($0.keys): \($0.help)" }
        }
        item = Item(id: state.search, lines: input == nil ? lines + [state.emptyText].compactMap(\.self) : [])
        line = input.map { Line(prompt: "/", text: $0.text) }
    }

    /// The history of messages, newest first. New messages are read out anyway.
    init(_ state: MessagesState) {
        place = Place(name: state.title)
        item = Item(
            id: "", lines: state.rows.isEmpty ? [state.emptyText] : state.rows.map { "\($0.time): \($0.text)" })
    }

    /// The settings.
    init(_ state: SettingsState, input: InputLine?) {
        place = Place(name: state.title)
        line = state.prompt.flatMap { prompt in input.map { Line(prompt: prompt.question, text: $0.text) } }
        guard let row = state.rows.element(at: state.cursor) else { return }
        item = Item(
            id: row.title, lines: [row.heading, row.title].compactMap(\.self),
            states: [row.value, row.detail].filter { !$0.isEmpty })
    }

    /// The sources.
    init(_ state: SourcesState, input: InputLine?, localizer: Localizer) {
        place = Place(name: state.title, details: state.summary.isEmpty ? nil : state.summary)
        line = state.prompt.map { Line(prompt: $0.spoken, text: input?.text ?? $0.initial) }
        guard let rows = state.rows else { return }
        guard let row = rows.element(at: state.cursor) else {
            notices = [state.emptyText, state.emptyHint]
            return
        }
        item = Item(
            id: row.id.rawValue,
            lines: [
                [row.name, row.topics].filter { !$0.isEmpty }.joined(separator: ", "),
                row.address == row.name ? "" : row.address,
            ]
            .filter { !$0.isEmpty },
            states: [row.unread.map { localizer(.sourceListUnread, .number($0)) }, row.last, row.detail]
                .compactMap(\.self))
    }

    /// The source list.
    init(_ state: SourceListState, localizer: Localizer) {
        place = Place(name: state.title, details: state.summary.isEmpty ? nil : state.summary)
        guard state.rows != nil else { return }
        guard let row = state.current else {
            notices = [state.emptyText, state.emptyHint]
            return
        }
        let unread = row.unread.map { localizer(.sourceListUnread, .number($0)) }
        item = Item(
            id: "\(row.id)", lines: [[row.name, unread].compactMap(\.self).joined(separator: ", ")],
            states: [
                row.isShown ? localizer(.saidOn) : nil, row.isCollapsed == true ? localizer(.sourceListClosed) : nil,
                row.health == .failed ? localizer(.sourceFailed) : nil,
            ]
            .compactMap(\.self))
    }

    /// The choices of the onboarding.
    init(_ state: OnboardingState, input: InputLine) {
        place = Place(name: state.title, details: state.introduction)
        switch state.step {
        case .choices(let cursor):
            let option = state.options[cursor]
            item = Item(id: option.title, lines: ["\(cursor + 1): \(option.title)", option.remark])
        case .question(let prompt):
            notices = [state.problem].compactMap(\.self)
            line = Line(prompt: prompt.spoken, text: input.shownText)
        case .working(let words): notices = [words]
        }
    }

    /// The topics.
    init(_ state: TopicsState, input: InputLine, localizer: Localizer) {
        place = Place(name: state.title)
        notices = [state.combination, state.hint].compactMap(\.self)
        line = Line(prompt: state.naming?.question ?? state.prompt, text: input.shownText)
        guard let row = state.rows.element(at: state.cursor) else { return }
        item = Item(
            id: row.name,
            lines: [[row.name, row.count].filter { !$0.isEmpty }.joined(separator: ", "), row.explanation],
            states: (row.isChosen ? [localizer(.saidOn)] : []) + (row.isPinned ? [localizer(.topicsPinned)] : []))
    }

    /// The rules: the one under the cursor with its trial.
    init(_ state: RuleListState) {
        place = Place(name: state.title, details: state.summary.isEmpty ? nil : state.summary)
        guard let rows = state.rows else { return }
        guard let row = rows.element(at: state.cursor) else {
            notices = [state.emptyText, state.emptyHint]
            return
        }
        item = Item(
            id: row.id.rawValue, lines: ["\(row.effect), \(row.name): \(row.condition)"],
            states: [row.count, state.trialResult].compactMap(\.self))
    }

    /// The hidden tickets.
    init(_ state: FilteredState, localizer: Localizer) {
        place = Place(name: state.title, details: "\(state.summary), \(state.filter)")
        guard state.groups != nil else { return }
        guard let line = state.lines.element(at: state.cursor) else {
            notices = [state.emptyText, state.emptyHint]
            return
        }
        item =
            switch line {
            case .rule(let group):
                Item(
                    id: group.name, lines: ["\(group.name): \(group.query)", group.count],
                    states: group.isOff ? [localizer(.ruleIsOff)] : [])
            case .ticket(let brief): Item(brief)
            case .more(_, let text): Item(id: text, lines: [text])
            case .sourceFilter(let filter):
                Item(id: "\(filter.source) \(filter.rule)", lines: [filter.rule, filter.place, filter.count])
            }
    }

    /// The rule that is edited.
    init(_ state: RuleEditorState, input: InputLine) {
        place = Place(name: state.title)
        if let suggestions = state.suggestions {
            line = Line(prompt: state.title, text: input.shownText)
            guard let suggestion = suggestions.element(at: state.cursor) else { return }
            let words = [suggestion.name, suggestion.text].filter { !$0.isEmpty }.joined(separator: ": ")
            item = Item(id: words, lines: [words])
            return
        }
        notices = [state.name, state.effect, state.scope, state.term, state.trialResult].compactMap(\.self)
        if state.isWrong { notices.append(state.explanation) }
        line = Line(prompt: state.naming?.question ?? state.title, text: input.shownText)
    }

    /// The prompt for a note on an author.
    init(_ state: NoteState, input: InputLine) {
        place = Place(name: state.prompt)
        notices = state.others.map(\.line)
        once = [state.hint]
        line = Line(prompt: state.prompt, text: input.shownText)
    }

    /// The prompt that links an author.
    init(_ state: PersonLinkState, input: InputLine) {
        place = Place(name: state.prompt)
        notices = state.identities
        once = [state.hint]
        line = Line(prompt: state.prompt, text: input.shownText)
        if let chosen = state.chosen {
            item = Item(id: state.suggestions[chosen], lines: [state.suggestions[chosen]])
        }
    }

    /// The search results: only their number while text is typed, the result itself when the cursor moves over it.
    init(_ state: SearchState, input: InputLine) {
        place = Place(name: state.title, details: state.scope)
        // Progress changes constantly, so only the final result is read out.
        let summary = state.isComplete && state.emptyText == nil ? state.summary : ""
        notices = [state.isWrong ? state.explanation : summary, state.emptyText].compactMap(\.self)
            .filter { !$0.isEmpty }
        line = Line(prompt: state.namePrompt ?? state.prompt, text: input.shownText)
        if state.cursor > 0 { item = state.rows.element(at: state.cursor).map { Item($0) } }
    }

    /// The command line.
    init(_ state: CommandLineState, input: InputLine, title: String) {
        place = Place(name: title)
        notices = [state.problem].compactMap(\.self)
        if let help = state.chosen.flatMap({ state.matches.element(at: $0)?.help }), !help.isEmpty {
            notices.append(help)
        }
        line = Line(prompt: state.prompt, text: input.shownText)
    }
}

extension Transcript.Item {
    /// A ticket in a list other than the timeline.
    init(_ brief: TicketBrief) {
        let origin = [brief.headline == brief.source ? nil : brief.source, brief.time].compactMap(\.self)
        self.init(id: "\(brief.id)", lines: [([brief.headline] + origin).joined(separator: ", "), brief.text])
    }
}

extension Transcript {
    /// The lines of a page of the developer section.
    init(_ state: DeveloperState, input: InputLine?) {
        let page = state.pages.element(at: state.page.rawValue) ?? ""
        place = Place(name: "\(state.title), \(page)", details: state.remark.isEmpty ? nil : state.remark)
        let lines = state.rows.map { row in
            zip(state.columns, row.cells).filter { !$1.isEmpty }
                .map { $0.title.isEmpty ? $1 : "\($0.title) \($1)" }.joined(separator: ", ")
        }
        item = Item(
            id: "\(page) \(state.search) \(state.level)",
            lines: input == nil ? (lines.isEmpty ? [state.emptyText] : lines) : [])
        line = input.map { Line(prompt: "/", text: $0.text) }
    }

    /// The credits.
    init(_ state: CreditsState) {
        place = Place(name: state.title)
        item = Item(
            id: "",
            lines: [state.introduction] + state.credits.map { "\($0.name), \($0.purpose), \($0.licence)" })
    }

    /// The list of actions in words.
    init(_ state: ActsState, line: InputLine? = nil) {
        place = Place(name: state.title, details: state.poll)
        if let row = state.rows?.element(at: state.cursor) {
            switch row {
            case .act(let act, let words): item = Item(id: act.rawValue, lines: [words])
            case .option(let option):
                let share = option.share.map { "\($0) %" }
                item = Item(
                    id: option.title, lines: [option.title] + [share].compactMap(\.self),
                    states: option.isChosen ? ["✓"] : [])
            }
        } else if state.rows != nil {
            notices = [state.emptyText]
        }
        notices += [state.question].compactMap(\.self)
        if let line, let prompt = state.prompt { self.line = Line(prompt: prompt, text: line.text) }
    }

    /// The list of drafts in words.
    init(_ state: DraftsState) {
        place = Place(name: state.title, details: state.rows.map { String($0.count) })
        if let row = state.rows?.element(at: state.cursor) {
            let lines = [row.kind, row.text, row.account, row.time, row.reason].compactMap(\.self)
            item = Item(id: "\(row.id)", lines: lines)
        } else if state.rows != nil {
            notices = [state.emptyText]
        }
    }

    /// The list of forms in words.
    init(_ state: ShareState) {
        place = Place(name: state.title)
        let row = state.rows[state.cursor]
        item = Item(id: row.form.name, lines: [row.form.fileExtension, row.text])
    }
}
