import Coordinators
import EngineConcepts
import ViewModels

/// A screen with a list or a text.
protocol Scrolling: AnyObject {
    func scroll(_ movement: PageScroll.Movement)
}

/// A screen that follows the results of the timeline's search.
protocol ResultSeeking: AnyObject {
    func seekResult(_ direction: ReadDirection)
}

/// A screen that performs commands on tickets: on the current one, or on those that it was opened for.
protocol TicketCommandPerforming: AnyObject {
    func perform(_ command: TicketCommand)
}

/// A screen with a current ticket, on which ``CommandGroup/currentTicket`` acts.
protocol CurrentTicketShowing: TicketCommandPerforming {
    func toggleWarning()
    func undo()
}

extension CurrentTicketShowing where Self: ActionSending, Self.Action: TicketScreenAction {
    func perform(_ command: TicketCommand) { send(.ticket(command)) }
    func toggleWarning() { send(.toggleWarning) }
    func undo() { send(.undo) }
}

nonisolated extension CommandGroup {
    /// The commands of lists and scrolled texts.
    static let list = CommandGroup(
        .list, CommandRow<any Scrolling>.scrolling { $0.scroll($1) } + [CommandRow(bindingOnly: "back", ["escape"])])

    private typealias ResultRow = CommandRow<any ResultSeeking>

    /// The commands during movement between search results.
    static let results = CommandGroup(
        .timelineMatches,
        [
            ResultRow("next-match", ["n"], hint: true) { screen, _ in screen.seekResult(.older) },
            ResultRow("previous-match", ["N"]) { screen, _ in screen.seekResult(.newer) },
        ])

    private typealias TicketCommandRow = CommandRow<any CurrentTicketShowing>

    static let currentTicket = CommandGroup(
        .currentTicket,
        [
            TicketCommandRow("open-in-browser", ["o"], hint: true, performs: .openInBrowser),
            TicketCommandRow("open-and-mark-read", ["O"], performs: .openAndMarkRead),
            TicketCommandRow("open-in-background", ["alt-o"], performs: .openInBackground),
            TicketCommandRow("play", ["alt-m"], performs: .play),
            TicketCommandRow("links", ["u"], hint: true, performs: .show(.links)),
            TicketCommandRow(.pictures, ["i"], performs: .show(.pictures)),
            TicketCommandRow("thread", ["T"], performs: .show(.thread)),
            TicketCommandRow("author", ["alt-a"], performs: .show(.author)),
            TicketCommandRow("note", ["alt-n"], argument: .note, performs: .show(.note)),
            TicketCommandRow("link-person", ["alt-i"], argument: .person, performs: .show(.person)),
            TicketCommandRow("new-rule", ["h"], argument: .rule, performs: .show(.rule)),
            TicketCommandRow("copy-link", ["y"], performs: .copyLink),
            TicketCommandRow(.toggleRead, ["m", "N"], hint: true, performs: .toggleRead),
            TicketCommandRow("toggle-star", ["f"], hint: true, performs: .toggleStar),
            TicketCommandRow("toggle-later", ["w"], performs: .toggleLater),
            TicketCommandRow("like", ["l"], performs: .react(.like)),
            TicketCommandRow("boost", ["B"], performs: .react(.boost)),
            TicketCommandRow("bookmark", ["b"], performs: .react(.bookmark)),
            TicketCommandRow("reply", ["R"], performs: .show(.reply)),
            TicketCommandRow("quote", ["\""], performs: .show(.quote)),
            TicketCommandRow("actions", ["+"], performs: .show(.actions(nil))),
            TicketCommandRow("vote", performs: .show(.actions(.vote))),
            TicketCommandRow("pin-post", performs: .show(.actions(.pin))),
            TicketCommandRow("edit-own-post", performs: .show(.actions(.edit))),
            TicketCommandRow("redraft-post", performs: .show(.actions(.redraft))),
            TicketCommandRow("delete-post", performs: .show(.actions(.delete))),
            TicketCommandRow("follow", performs: .show(.actions(.person(.follow)))),
            TicketCommandRow("unfollow", performs: .show(.actions(.person(.unfollow)))),
            TicketCommandRow("mute", performs: .show(.actions(.person(.mute)))),
            TicketCommandRow("unmute", performs: .show(.actions(.person(.unmute)))),
            TicketCommandRow("follow-everywhere", performs: .show(.actions(.everywhere(.follow)))),
            TicketCommandRow("unfollow-everywhere", performs: .show(.actions(.everywhere(.unfollow)))),
            TicketCommandRow("mute-everywhere", performs: .show(.actions(.everywhere(.mute)))),
            TicketCommandRow("unmute-everywhere", performs: .show(.actions(.everywhere(.unmute)))),
            TicketCommandRow("block", performs: .show(.actions(.person(.block)))),
            TicketCommandRow("unblock", performs: .show(.actions(.person(.unblock)))),
            TicketCommandRow("report-post", performs: .show(.actions(.report))),
            TicketCommandRow("send-again", ["alt-r"], performs: .sendAgain),
            TicketCommandRow("drop-action", ["alt-x"], performs: .dropAction),
            TicketCommandRow(.toggleWarning, ["z"]) { screen, _ in screen.toggleWarning() },
            TicketCommandRow(.pipe, ["|"], argument: .pipe) { _, call in call.host.openCommandLine(for: .pipe) },
            TicketCommandRow("save", ["S"], argument: .path, performs: .save(nil)),
            TicketCommandRow("share", ["alt-s"]) { screen, call in screen.perform(.show(.share(count: call.times))) },
            TicketCommandRow(.copyAs, argument: .form) { _, call in call.host.openCommandLine(for: .copyAs) },
            TicketCommandRow("open-in-editor", ["e"], performs: .edit),
            TicketCommandRow("toggle-story", ["="], performs: .toggleStory),
            TicketCommandRow("undo", ["U"], hint: true) { screen, _ in screen.undo() },
        ])
}

nonisolated extension CommandRow {
    /// Returns the rows that move through a list or a text.
    static func scrolling(
        hintsTop: Bool = false, pageDown: [String] = ["space", "pagedown", "ctrl-f"],
        _ scroll: @escaping @MainActor (Target, PageScroll.Movement) -> Void
    ) -> [CommandRow] {
        [
            CommandRow("down", ["j", "down"]) { scroll($0, .lines($1.times)) },
            CommandRow("up", ["k", "up"]) { scroll($0, .lines(-$1.times)) },
            CommandRow("page-down", pageDown) { scroll($0, .pages($1.times)) },
            CommandRow("page-up", ["pageup", "ctrl-b"]) { scroll($0, .pages(-$1.times)) },
            CommandRow("half-page-down", ["ctrl-d"]) { scroll($0, .halfPages($1.times)) },
            CommandRow("half-page-up", ["ctrl-u"]) { scroll($0, .halfPages(-$1.times)) },
            CommandRow("top", ["g", "home"], hint: hintsTop) { screen, _ in scroll(screen, .top) },
            CommandRow("bottom", ["G", "end"]) { screen, _ in scroll(screen, .bottom) },
        ]
    }
}

nonisolated extension CommandRow where Target == any CurrentTicketShowing {
    fileprivate init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, argument: CommandArgument? = nil,
        performs action: TicketCommand
    ) {
        self.init(command, keys, hint: hint, argument: argument) { screen, _ in screen.perform(action) }
    }
}

nonisolated extension CommandArgument {
    /// The command that gets the item.
    fileprivate static let pipe = text(.command, refusedBy: { $0.session.programs.refusal(toPipe: $1) }) {
        $0.onTicket(.pipe($1))
    }
    /// The file that the item is saved to.
    fileprivate static let path = text(.path, refusedBy: { $0.session.programs.refusal(toSaveTo: $1) }) {
        $0.onTicket(.save($1))
    }
    /// The form in which the item is copied.
    fileprivate static let form = name(of: { _ in
        ShareForm.all.filter(\.isText).map { ($0.name, $0) }
    }) { $0.onTicket(.copy($1)) }
    /// A note on the author, whose last word can be a known label.
    fileprivate static let note = text(
        .note, choices: { $0.session.notes.authorNotes.labels.map { "#\($0)" } }
    ) { $0.onTicket(.note($1)) }
    /// A person, or the key of another author.
    fileprivate static let person = text(.person, choices: { $0.session.notes.people.all.map(\.name) }) {
        $0.onTicket(.link($1))
    }
    /// The query of a new rule.
    fileprivate static let rule = text(.query) { $0.flow?.openRule(.text($1)) }
}
