import Coordinators
import TerminalKit
import ViewModels

/// The program, as commands see it.
protocol CommandHost: AnyObject {
    var services: ScreenServices { get }
    /// The flow around the timeline, or `nil` before it has started.
    var flow: TimelineCoordinator? { get }
    var themes: [Theme] { get }
    /// Follows the source at an address, or asks for the address.
    func addSource(at address: String?)
    /// Follows the sources of the list of another program at a path, or asks for the path.
    func importList(at path: String?)
    /// Performs a command on the current ticket of the top screen, if it has one.
    func onTicket(_ command: TicketCommand)
    /// Returns the reason why a command does not take this argument, or `nil` if it does or there is none.
    func refusal(by command: Command, of text: String) -> String?
    /// Performs a command that was typed, and says which settings it changed.
    func performTyped(_ command: Command, argument: String)
    /// Opens the command line with the name of a command and the beginning of its argument, which can be typed then.
    func openCommandLine(for command: Command, argument: String)
    /// Keeps the source list beside the timeline, or removes it. On a narrow terminal, opens it as a screen.
    func toggleSidebar()
}

extension CommandHost {
    var session: Session { services.session }

    /// Opens the command line with the name of a command, so that its argument can be typed.
    func openCommandLine(for command: Command) { openCommandLine(for: command, argument: "") }
}
