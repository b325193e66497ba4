import Coordinators
import TerminalKit
import ViewModels

/// A command in one context: its name, default keys, argument and action. Keymap, hints, help, the guide to keys and the
/// command line are made from these rows.
///
/// The texts are in the catalogues: `command.NAME.help` and `command.NAME.hint`, or `command.NAME.CONTEXT.help` and
/// `.hint` for one context alone. `Target` is what performs the command: a controller, or what several have in common.
nonisolated struct CommandRow<Target>: Sendable {
    let command: Command
    /// The keys in the key table's notation. Without keys, the command can only be typed.
    let keys: [String]
    /// True if the line of hints lists the first key.
    private(set) var isHinted = false
    /// True for commands on the timeline as a whole rather than on a ticket or gap. Typed on another screen, they return
    /// to the timeline first.
    private(set) var leadsToTimeline = false
    /// True for the nine commands `NAME-1` to `NAME-9` with the keys 1 to 9, which are one row.
    private(set) var isNumbered = false
    /// The argument that may be typed after the name, or `nil` if there is none.
    private(set) var argument: CommandArgument?
    /// Former names that keys and the command line still accept.
    private(set) var aliases: [String] = []
    /// Performs the command on screens without a row of it, or `nil` if it has no effect there.
    private(set) var elsewhere: (@MainActor (any CommandHost) -> Void)?
    /// The description of a user's own command, which no catalogue has, or `nil` for the commands of Fiber.
    var description: OwnDescription?
    /// Performs the command. Returns `false` if the target cannot.
    private(set) var action: @MainActor (Target, CommandCall) -> Bool

    /// Creates the row of a command.
    ///
    /// - Parameters:
    ///   - hint: True to list the first key in the line of hints.
    ///   - elsewhere: Performs the command on screens without a row of it.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, elsewhere: (@MainActor (any CommandHost) -> Void)? = nil,
        action: @escaping @MainActor (Target, CommandCall) -> Void
    ) {
        self.init(keysOf: command, keys, hint: hint)
        self.leadsToTimeline = leadsToTimeline
        self.argument = argument
        self.elsewhere = elsewhere
        self.action = { target, call in
            action(target, call)
            return true
        }
    }

    /// Creates the row of a command that any screen can perform.
    init(
        _ command: Command, _ keys: [String] = [], argument: CommandArgument? = nil,
        anywhere action: @escaping @MainActor (any CommandHost) -> Void
    ) {
        self.init(command, keys, argument: argument, elsewhere: action) { _, call in action(call.host) }
    }

    /// Creates the row of nine commands that differ in the digit of the call.
    init(numbered command: Command, action: @escaping @MainActor (Target, CommandCall) -> Void) {
        self.init(command, (1...9).map(String.init), action: action)
        isNumbered = true
    }

    /// Creates a row that only gives keys in its context to a command that another row performs.
    init(keysOf command: Command, _ keys: [String], hint: Bool = false) {
        self.command = command
        self.keys = keys
        isHinted = hint
        action = { _, _ in false }
    }

    /// Returns the row with a former name of its command.
    func formerly(_ name: String) -> CommandRow {
        var row = self
        row.aliases.append(name)
        return row
    }

    /// The row for targets of any type. Those of another type than this row's cannot perform it.
    var erased: CommandRow<AnyObject> {
        var row = CommandRow<AnyObject>(keysOf: command, keys, hint: isHinted)
        row.leadsToTimeline = leadsToTimeline
        row.isNumbered = isNumbered
        row.argument = argument
        row.description = description
        row.aliases = aliases
        row.elsewhere = elsewhere
        row.action = { [action] target, call in
            guard let target = target as? Target else { return false }
            return action(target, call)
        }
        return row
    }
}

/// The commands of one context, in the order of the help.
nonisolated struct CommandGroup: Sendable {
    let context: KeyContext
    let rows: [CommandRow<AnyObject>]

    init<Target>(_ context: KeyContext, _ rows: [CommandRow<Target>]) {
        self.init(context, rows.map(\.erased))
    }

    init(_ context: KeyContext, _ rows: [CommandRow<AnyObject>]) {
        self.context = context
        self.rows = rows
    }
}

/// One use of a command.
struct CommandCall {
    let host: any CommandHost
    /// The count typed before the key, or `nil` for none.
    let count: Int?
    /// The digit of a numbered command, or 0 for other commands.
    var digit = 0

    /// The count, or 1 without one.
    var times: Int { count ?? 1 }
}

/// The program, as commands see it.
protocol CommandHost: AnyObject {
    var services: ReaderServices { get }
    /// The flow around the timeline, or `nil` before it has started.
    var flow: TimelineCoordinator? { get }
    /// The available themes.
    var themes: [Theme] { get }
    /// Asks for the address of a source to follow.
    func addSource()
    /// Follows the source at an address.
    func addSource(at address: String)
    /// Performs a command on the current ticket of the top screen, if it has one.
    func onTicket(_ command: TicketCommand)
    /// Opens the command line with the name of a command and the beginning of its argument, which can be typed then.
    func openCommandLine(for command: Command, _ argument: String)
    /// Keeps the source list beside the timeline, or removes it. On a narrow terminal, opens it as a screen.
    func toggleSidebar()
}

extension CommandHost {
    var session: SessionContext { services.session }

    /// Opens the command line with the name of a command, so that its argument can be typed.
    func openCommandLine(for command: Command) {
        openCommandLine(for: command, "")
    }
}

/// A controller whose view-model performs its commands.
protocol ActionSending: AnyObject {
    associatedtype Action: Sendable
    func send(_ action: Action)
}

nonisolated extension CommandRow where Target: ActionSending {
    /// Creates the row of a command that is an action of the view-model.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, elsewhere: (@MainActor (any CommandHost) -> Void)? = nil,
        sends action: Target.Action
    ) {
        self.init(
            command, keys, hint: hint, leadsToTimeline: leadsToTimeline, argument: argument, elsewhere: elsewhere
        ) { target, _ in target.send(action) }
    }
}
