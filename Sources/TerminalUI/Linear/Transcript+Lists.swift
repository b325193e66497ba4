import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The lists in words: the row under the cursor.
extension Transcript {
    init(_ state: LinksState, localizer: Localizer) {
        location = Location(name: localizer(.linksTitle), details: state.rows.map { localizer.grouped($0.count) } ?? "")
        adopt(state.rows, at: state.cursor, or: [localizer(.linksEmpty)]) { link in
            Item(
                id: "\(link.number)",
                lines: ["\(link.number): \(link.text)", link.details, link.url].filter { !$0.isEmpty })
        }
    }

    init(_ state: AccountsState, input: InputLine?, localizer: Localizer) {
        self.init(location: Location(name: localizer(.accountsTitle), details: state.summary))
        if let signIn = state.signIn {
            notices = [signIn.title, signIn.address, signIn.hint]
        } else {
            let emptyNotices = [localizer(.accountsEmpty), localizer(.accountsEmptyHint)]
            adopt(state.rows, at: state.cursor, or: emptyNotices) { row in
                let details = [row.kind, row.sources, row.budget].compactMap(\.self)
                return Item(id: row.id, lines: [row.handle] + details, states: [row.state])
            }
        }
        notices += [state.progress, state.question].compactMap(\.self)
        if let prompt = state.prompt { line = Line(prompt: prompt.question, text: input?.shownText ?? "") }
    }

    init(_ state: PostActionsState, input: InputLine?, localizer: Localizer) {
        location = Location(name: state.title, details: state.poll ?? "")
        adopt(state.rows, at: state.cursor, or: [localizer(.actsNone), localizer(.actsNoneHint)]) { row in
            switch row {
            case .action(let action, let text): return Item(id: "\(action)", lines: [text])
            case .option(let option):
                let share = option.share.map { "\($0) %" }
                return Item(
                    id: option.title, lines: [option.title] + [share].compactMap(\.self),
                    states: option.isChosen ? [localizer(.saidOn)] : [])
            }
        }
        notices += [state.question].compactMap(\.self)
        if let input, let prompt = state.prompt { line = Line(prompt: prompt.question, input) }
    }

    init(_ state: DraftsState, localizer: Localizer) {
        location = Location(
            name: localizer(.draftsTitle), details: state.rows.map { localizer.grouped($0.count) } ?? "")
        adopt(state.rows, at: state.cursor, or: [localizer(.draftsEmpty)]) { row in
            Item(id: "\(row.id)", lines: [row.kind, row.text, row.account, row.time, row.reason].compactMap(\.self))
        }
    }

    init(_ state: ShareState, localizer: Localizer) {
        location = Location(name: state.title)
        item = Item(id: state.current.name, lines: [state.current.fileExtension, localizer(state.current.description)])
    }

    init(_ state: TopicsState, input: InputLine, localizer: Localizer) {
        location = Location(name: localizer(.topicsTitle))
        notices = [state.combination, state.hint?.text].compactMap(\.self)
        line = Line(prompt: state.prompt?.question ?? localizer(.topicsPrompt), input)
        guard let row = state.rows.element(at: state.cursor) else { return }
        item = Item(
            id: row.name,
            lines: [[row.name, row.count].filter { !$0.isEmpty }.joined(separator: ", "), row.explanation],
            states: (row.isChosen ? [localizer(.saidOn)] : []) + (row.isPinned ? [localizer(.topicsPinned)] : []))
    }

    /// Creates the transcript of the search results: only their number while text is typed, the result itself when the
    /// cursor moves over it.
    init(_ state: SearchState, input: InputLine, localizer: Localizer) {
        location = Location(name: localizer(.searchTitle), details: state.scope)
        switch state.query {
        case .empty: break
        case .wrong(let error): notices = [error]
        case .valid(let results):
            switch results.matches {
            case .nothing(let text): notices = [text]
            // Progress changes constantly, so only the final result is read out.
            case .tickets: if results.isComplete { notices = [results.summary] }
            }
        }
        line = Line(prompt: state.prompt?.question ?? localizer(.searchPrompt), input)
        if state.cursor > 0 { item = state.rows.element(at: state.cursor).map { Item($0) } }
    }

    init(_ state: FilteredState, localizer: Localizer) {
        location = Location(
            name: localizer(.filteredTitle),
            details: [state.summary, state.filter].filter { !$0.isEmpty }.joined(separator: ", "))
        let lines = state.groups == nil ? nil : state.lines
        adopt(lines, at: state.cursor, or: [state.emptyText, localizer(.filteredNothingHint)]) { line in
            switch line {
            case .rule(let group):
                Item(
                    id: group.name, lines: ["\(group.name): \(group.query)", group.count],
                    states: group.isOff ? [localizer(.ruleIsOff)] : [])
            case .ticket(let brief): Item(brief)
            case .more(_, let text): Item(id: text, lines: [text])
            case .sourceFilter(let filter):
                Item(id: "\(filter.source) \(filter.rule)", lines: [filter.rule, filter.location, filter.count])
            }
        }
    }

    /// Creates the transcript of the rules: the one under the cursor with its trial.
    init(_ state: RuleListState, localizer: Localizer) {
        location = Location(name: localizer(.rulesTitle), details: state.summary)
        adopt(state.rows, at: state.cursor, or: [localizer(.rulesEmpty), localizer(.rulesEmptyHint)]) { row in
            Item(
                id: row.id.rawValue, lines: ["\(row.effect), \(row.name): \(row.condition)"],
                states: [row.count, state.preview?.result].compactMap(\.self))
        }
    }

    init(_ state: SettingsState, input: InputLine?, localizer: Localizer) {
        location = Location(name: localizer(.settingsTitle))
        line = input.map { Line(prompt: state.prompt?.question ?? "/", $0) }
        // The results of a search change with every letter that is typed.
        guard input == nil || state.prompt != nil else { return }
        guard let row = state.rows.element(at: state.cursor) else {
            notices = [localizer(.settingsNothingFound, .text(state.search))]
            return
        }
        item = Item(
            id: row.title, lines: [row.heading, row.title].compactMap(\.self),
            states: [row.value, row.detail].filter { !$0.isEmpty })
    }

    init(_ state: SourceManagerState, input: InputLine?, localizer: Localizer) {
        location = Location(name: localizer(.sourcesTitle), details: state.summary)
        line = state.prompt.map { Line(prompt: $0.spoken, text: input?.shownText ?? $0.initial) }
        if let input, state.prompt == nil {
            // The results of a search change with every letter that is typed.
            line = Line(prompt: "/", input)
            return
        }
        let noSources = Self.noSources(foundBy: state.search, localizer)
        adopt(state.rows, at: state.cursor, or: noSources) { row in
            Item(
                id: row.id.rawValue,
                lines: [
                    [row.name, row.topics].filter { !$0.isEmpty }.joined(separator: ", "),
                    row.address == row.name ? "" : row.address,
                ]
                .filter { !$0.isEmpty },
                states: [row.unread.map { localizer(.sourceListUnread, .number($0)) }, row.last, row.detail]
                    .compactMap(\.self))
        }
    }

    init(_ state: SourceListState, input: InputLine?, localizer: Localizer) {
        location = Location(name: localizer(.sourceListTitle), details: state.summary)
        if let input {
            // The results of a search change with every letter that is typed.
            line = Line(prompt: "/", input)
            return
        }
        let noSources = Self.noSources(foundBy: state.search, localizer)
        adopt(state.rows, at: state.cursor, or: noSources) { row in
            let unread = row.unread.map { localizer(.sourceListUnread, .number($0)) }
            return Item(
                id: "\(row.id)", lines: [[row.name, unread].compactMap(\.self).joined(separator: ", ")],
                states: [
                    row.isShown ? localizer(.saidOn) : nil,
                    row.isCollapsed == true ? localizer(.sourceListClosed) : nil,
                    row.health == .failed ? localizer(.sourceFailed) : nil,
                ]
                .compactMap(\.self))
        }
    }

    /// Returns the notices of a list without sources, or of a search that finds none.
    private static func noSources(foundBy search: String, _ localizer: Localizer) -> [String] {
        guard search.isEmpty else { return [localizer(.sourcesNothingFound, .text(search))] }
        return [localizer(.sourcesEmpty), localizer(.sourcesEmptyHint)]
    }

    /// Adopts the row under the cursor, or the notices of an empty list. Adopts nothing while the rows load.
    private mutating func adopt<Row>(
        _ rows: [Row]?, at cursor: Int, or emptyNotices: [String], as item: (Row) -> Item
    ) {
        guard let rows else { return }
        self.item = rows.element(at: cursor).map(item)
        if self.item == nil { notices = emptyNotices }
    }
}

extension Transcript.Item {
    /// Creates the transcript of a ticket in a list other than the timeline.
    init(_ brief: TicketBrief) {
        let origin = [brief.headline == brief.source ? nil : brief.source, brief.time.text].compactMap(\.self)
        self.init(id: "\(brief.id)", lines: [([brief.headline] + origin).joined(separator: ", "), brief.text])
    }
}
