public import EngineConcepts
public import FiberConfiguration

/// A command for one ticket, in the timeline or on its own screen.
public nonisolated enum TicketCommand: Equatable, Sendable {
    /// Open its link in the browser.
    case openInBrowser
    /// Open its link in a browser that does not need the terminal.
    case openInBackground
    /// Open its link in the browser, and mark it as read.
    case openAndMarkRead
    /// Open its sound, video or other file with the player.
    case play
    /// Run a command of the user with it.
    case run(ProgramCommand)
    /// Pass it to a command that was typed.
    case pipe(String)
    /// Save it to a file, or to the usual directory if there is no path.
    case save(String?)
    /// Copy it in a form to the clipboard.
    case copy(ShareForm)
    /// Open it in the editor.
    case edit
    case copyLink
    /// Write a note on its author, as typed.
    case note(String)
    /// Link its author with another one or with a person, as typed.
    case link(String)
    /// Open a screen about it.
    case show(TicketDestination)
    /// Mark it as read or unread.
    case toggleRead
    /// Add or remove the star.
    case toggleStar
    /// Add it to "read later", or remove it.
    case toggleLater
    /// React to it at its source, or undo the reaction.
    case react(Reaction)
    /// Resend the actions that its source has not confirmed.
    case sendAgain
    /// Discard the actions that its source has not confirmed.
    case dropAction
    /// Give each ticket of its story its own row, or fold them into one.
    case toggleStory
}

extension TicketCommand {
    /// True if the command is about the author, so that any of the author's tickets serves.
    nonisolated var concernsAuthor: Bool {
        switch self {
        case .note, .link, .show(.note), .show(.person), .show(.actions): true
        default: false
        }
    }
}

/// The actions that every screen with a current ticket has.
public nonisolated protocol TicketScreenAction: Sendable {
    /// Returns the action that performs a command for the ticket.
    static func ticket(_ command: TicketCommand) -> Self
    /// Reveal or cover the text of the ticket.
    static var toggleWarning: Self { get }
    /// Undo the last action.
    static var undo: Self { get }
}

/// A screen about a ticket.
public nonisolated enum TicketDestination: Equatable, Sendable {
    case links
    /// Its media.
    case pictures
    /// The forms in which it can be shared together with the tickets below it, `count` in all.
    case share(count: Int)
    /// Its thread: what it replies to, and the replies.
    case thread
    /// The posts of its author.
    case author
    /// A new rule for tickets like it.
    case rule
    /// The user's note on its author.
    case note
    /// The author's links with other authors.
    case person
    case reply
    /// A post that quotes it.
    case quote
    /// The actions on it and its author, one of which is performed at once.
    case actions(PostAction?)
}
