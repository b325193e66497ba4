import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The screens in words that are read out as a whole.
extension Transcript {
    /// Creates the transcript of the help, with all keys at once.
    init(_ state: HelpState, input: InputLine?, localizer: Localizer) {
        location = Location(name: localizer(.helpTitle))
        let lines = state.sections.flatMap { section in
            [section.title] + section.entries.map { "\($0.keys): \($0.help)" }
        }
        let found = lines.isEmpty ? [localizer(.helpNothingFound, .text(state.search))] : lines
        item = Item(id: state.search, lines: input == nil ? found : [])
        line = input.map { Line(prompt: "/", $0) }
    }

    /// Creates the transcript of the history of messages, newest first. New messages are read out anyway.
    init(_ state: MessagesState, localizer: Localizer) {
        location = Location(name: localizer(.messagesTitle))
        let lines = state.rows.map { "\($0.time): \($0.text)" }
        item = Item(id: "", lines: lines.isEmpty ? [localizer(.messagesEmpty)] : lines)
    }

    /// Creates the transcript of the lines of a page of the developer section.
    init(_ state: DeveloperState, input: InputLine?, localizer: Localizer) {
        let page = localizer(state.page.name)
        location = Location(name: "\(localizer(.developerTitle)), \(page)", details: state.summary)
        let lines = state.rows.map { row in
            zip(state.columns, row.cells).filter { !$1.isEmpty }
                .map { $0.title.isEmpty ? $1 : "\($0.title) \($1)" }.joined(separator: ", ")
        }
        item = Item(
            id: "\(page) \(state.filter) \(state.level)",
            lines: input == nil ? (lines.isEmpty ? [state.emptyText] : lines) : [])
        line = input.map { Line(prompt: "/", $0) }
    }

    init(_ state: CreditsState, localizer: Localizer) {
        location = Location(name: localizer(.creditsTitle))
        let credits = state.credits.map { "\($0.name), \(localizer(Message($0.purpose))), \($0.licence)" }
        item = Item(id: "", lines: [localizer(.creditsIntroduction)] + credits)
    }

    /// Creates the transcript of the pictures, each as its description.
    init(_ state: PictureState) {
        location = Location(name: state.title)
        switch state.body {
        case .words, .content:
            item = Item(id: state.position, lines: [state.position, state.caption].filter { !$0.isEmpty })
        case .notice(let title, let hints), .failure(let title, let hints): notices = [title] + hints
        }
    }
}
