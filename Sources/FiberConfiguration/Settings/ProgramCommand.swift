import EngineConcepts
import TOMLKit

/// A command of the user that runs a program with an item: a `[[command]]` of `config.toml`.
public struct ProgramCommand: Hashable, Sendable {
    /// The program and its arguments.
    public enum Call: Hashable, Sendable {
        /// A program with its arguments, run without a shell.
        case program(String, [ArgumentTemplate])
        /// A text for `/bin/sh`. It gets the item's fields as variables only, never as part of the text.
        case shell(String)
    }

    /// The name on the command line, in macros and in the help.
    public let name: String
    /// The key or sequence of keys, as written, or `nil` for none.
    public let key: String?
    /// The description in the help, or `nil` for the usual one.
    public let help: String?
    public let call: Call
    /// The form in which the program reads the item from its standard input, or `nil` to pass nothing.
    public let input: ItemFormat?
    /// True if the program gets the terminal; otherwise it runs in the background.
    public let usesTerminal: Bool
    /// True to keep the program's output on the terminal until a key is pressed.
    public let waits: Bool
    /// The position of ``key``, or of the name without one.
    public let position: TOMLPosition?

    /// The program's name, for messages.
    public var program: String {
        switch call {
        case .program(let program, _): program
        case .shell(let text): text
        }
    }
}

extension ProgramCommand {
    private static let keys: Set<String> = ["name", "key", "help", "run", "shell", "input", "terminal", "wait"]
    /// The programs that run a text of their arguments as a script after an option such as `-c`.
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh"]

    /// Returns the commands of the file; reports invalid ones to `report` and leaves them out.
    static func read(_ file: TOMLFile, report: (ConfigurationError) -> Void) -> [ProgramCommand] {
        TableEntry.readAll(.command, in: file, consequence: Message("ownCommandOff")) { error, _ in
            report(error)
        } read: { entry throws(ConfigurationError) in
            try ProgramCommand(entry)
        }
    }

    private init(_ entry: TableEntry) throws(ConfigurationError) {
        if let error = entry.unknownKey(beside: Self.keys) { throw error }
        name = try entry.commandName()
        key = try entry.text("key")
        help = try entry.text("help")
        usesTerminal = try entry.flag("terminal") ?? false
        waits = try entry.flag("wait") ?? false
        if waits, !usesTerminal { throw entry.error("wait", Message("ownWaitNeedsTerminal")) }
        input = try entry.choice("input")
        call = try entry.flag("shell") ?? false ? Self.shellText(of: entry) : Self.program(of: entry)
        position = entry.position(of: "key") ?? entry.position(of: "name")
    }

    private static func shellText(of entry: TableEntry) throws(ConfigurationError) -> Call {
        guard let text = entry.table["run"]?.string else { throw entry.error("run", Message("ownShellTakesText")) }
        // A field within the text would be run as a part of it.
        let used = ItemField.allCases.first { text.contains("{\($0.rawValue)}") }
        if let used { throw fieldInScript(used, of: entry) }
        guard !text.allSatisfy(\.isWhitespace) else { throw entry.error("run", Message("ownRunEmpty")) }
        return .shell(text)
    }

    private static func program(of entry: TableEntry) throws(ConfigurationError) -> Call {
        guard entry.table["run"]?.string == nil else { throw entry.error("run", Message("ownRunTakesWords")) }
        let words = try entry.words("run")
        guard let program = words.first, !program.isEmpty else { throw entry.error("run", Message("ownRunEmpty")) }
        var arguments: [ArgumentTemplate] = []
        for word in words.dropFirst() {
            do {
                arguments.append(try ArgumentTemplate(word))
            } catch {
                throw Self.error(error, in: word, of: entry)
            }
        }
        guard !program.contains("{") else { throw entry.error("run", Message("ownProgramIsFixed")) }
        let name = program.split(separator: "/").last.map(String.init) ?? program
        let script = words.dropFirst().first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("c") }
        let used = arguments.flatMap(\.fields).min { $0.rawValue < $1.rawValue }
        if shells.contains(name), script != nil, let used { throw fieldInScript(used, of: entry) }
        return .program(program, arguments)
    }

    /// Returns the error of a field that would be run as a part of a script.
    private static func fieldInScript(_ field: ItemField, of entry: TableEntry) -> ConfigurationError {
        entry.error(
            "run",
            Message(
                "ownShellTakesVariables",
                ["field": .text("{\(field.rawValue)}"), "variable": .text("\"$\(field.variable)\"")]))
    }

    private static func error(
        _ failure: ArgumentTemplate.SyntaxError, in word: String, of entry: TableEntry
    ) -> ConfigurationError {
        guard let name = failure.name else {
            return entry.error("run", Message("ownBraceOpen", ["argument": .text(word)]))
        }
        return .unknown(
            name, among: ItemField.allCases.map(\.rawValue), file: entry.file.path, at: entry.position(of: "run"),
            Message("ownFieldUnknown", ["name": .text("{\(name)}")]))
    }
}

extension TableEntry {
    /// Returns the name of a command or macro: letters, digits, `-`, `_` and `+`, so that it is one word on the command line.
    func commandName() throws(ConfigurationError) -> String {
        let name = try requiredText("name")
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "-_+".contains($0) }
        guard isWord, name.first?.isLetter == true else {
            throw error("name", Message("ownNameInvalid", ["name": .text(name)]))
        }
        return name
    }
}
