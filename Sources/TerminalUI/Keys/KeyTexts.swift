import Coordinators
import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// Texts made from the key table: the help, the hints and the commands that can be typed.
final class KeyTexts {
    let keymap: Keymap
    let commands: CommandTable
    let glyphs: Glyphs
    let localizer: Localizer
    /// Every frame needs the hints of its screen, which are the same until there are other keys.
    private var hintsByChoice: [HintChoice: [KeyHint]] = [:]

    init(keymap: Keymap, commands: CommandTable, glyphs: Glyphs, localizer: Localizer) {
        self.keymap = keymap
        self.commands = commands
        self.glyphs = glyphs
        self.localizer = localizer
    }

    /// Returns the help, with the keys of `contexts` first. A command without a key is listed as it is typed.
    func help(first contexts: [KeyContext]) -> [HelpSection] {
        let rest = KeyContext.allCases.filter { !contexts.contains($0) }
        return (contexts + rest)
            .compactMap { context in
                let entries = keymap.bindings(in: context.rawValue)
                    .filter { !isNumbered($0) }
                    .map { binding in
                        let keys = binding.sequences.map { $0.label(glyphs) }.joined(separator: "  ")
                        return HelpEntry(
                            keys: keys.isEmpty ? ":\(binding.command)" : keys,
                            command: binding.command, help: help(of: binding))
                    }
                guard !entries.isEmpty else { return nil }
                let numbered = keymap.bindings(in: context.rawValue).first(where: isNumbered)
                return HelpSection(
                    title: title(of: context), entries: entries + (numbered.map { [digits(of: $0)] } ?? []))
            }
    }

    /// Returns one entry for the nine keys of a numbered command.
    private func digits(of binding: Binding) -> HelpEntry {
        let digits = "1 \(glyphs.ellipsis) 9"
        return HelpEntry(keys: digits, command: binding.command.dropLast() + digits, help: help(of: binding))
    }

    /// Returns the hints of the bottom bar: the bindings with a hint, those of the first context first. Help is always
    /// second, because it leads to all other keys. A hint has the first key that an inner context does not bind to another
    /// command; a binding without one has no hint.
    ///
    /// - Parameters:
    ///   - others: Commands that usually have no hint. They come first.
    ///   - variants: The variants of hints by command, for commands that undo what they have done: the text is
    ///     `command.NAME.VARIANT.hint`.
    func hints(
        in contexts: [KeyContext], also others: Set<Command> = [], without omitted: Set<Command> = [],
        variants: [Command: String] = [:]
    ) -> [KeyHint] {
        let choice = HintChoice(contexts: contexts, others: others, omitted: omitted, variants: variants)
        if let known = hintsByChoice[choice] { return known }
        let hints = makeHints(choice)
        hintsByChoice[choice] = hints
        return hints
    }

    private func makeHints(_ choice: HintChoice) -> [KeyHint] {
        let hinted = keymap.reachable(in: choice.contexts) { binding in
            (binding.isHinted || choice.others.contains(binding.name)) && !choice.omitted.contains(binding.name)
        }
        let help = hinted.filter { $0.binding.name == .help }
        let rest = hinted.filter { $0.binding.name != .help }
        let shown =
            rest.filter { choice.others.contains($0.binding.name) }
            + rest.filter { !choice.others.contains($0.binding.name) }
        return (shown.prefix(1) + help + shown.dropFirst())
            .uniqued { $0.keys }
            .map { KeyHint($0.keys, hint(of: $0.binding, choice.variants[$0.binding.name]), glyphs: glyphs) }
    }

    /// Returns the text of a hint, or of its variant if there is one.
    private func hint(of binding: Binding, _ variant: String?) -> String {
        variant.map { localizer(Message("command.\(binding.command).\($0).hint")) } ?? text("hint", of: binding)
    }

    /// Returns the first key that performs a command in `contexts`, innermost first, as shown on screen, or `nil` if it
    /// has none.
    func label(of command: Command, in contexts: [KeyContext]) -> String? {
        keymap.keys(of: command.rawValue, in: contexts)?.label(glyphs)
    }

    /// Returns the commands that can be typed on a screen, each once: those with keys there, and those of the timeline that
    /// work anywhere. Commands of other screens follow, with the name of their screen.
    ///
    /// - Parameter choices: The known values of an argument.
    func typedCommands(in contexts: [KeyContext], choices: (CommandArgument) -> [String]) -> [CommandEntry] {
        var seen: Set<String> = []
        let ofTimeline = typedBindings(in: .timeline).filter { commands.worksAnywhere($0.command) }
        let here = (contexts.flatMap(typedBindings) + ofTimeline).filter { seen.insert($0.command).inserted }
        let elsewhere = KeyContext.allCases.flatMap(typedBindings).filter { seen.insert($0.command).inserted }
        return here.map { entry(of: $0, choices: choices) } + elsewhere.map(entryOfOtherScreen)
    }

    private func entry(of binding: Binding, choices: (CommandArgument) -> [String]) -> CommandEntry {
        let argument = commands.argument(of: binding.command)
        return CommandEntry(
            name: binding.command, argument: argument.map { localizer(Message("argument.\($0.kind.rawValue)")) },
            help: help(of: binding), choices: argument.map(choices) ?? [], takesPath: argument?.kind == .path,
            aliases: commands.aliases(of: binding.command))
    }

    private func entryOfOtherScreen(_ binding: Binding) -> CommandEntry {
        CommandEntry(
            name: binding.command, help: help(of: binding), screenName: headings(of: binding.command),
            aliases: commands.aliases(of: binding.command))
    }

    private func typedBindings(in context: KeyContext) -> [Binding] {
        keymap.bindings(in: context.rawValue).filter { !isNumbered($0) && $0.command != Command.commandLine.rawValue }
    }

    /// Returns the headings of the help under which a command is listed, for use within a sentence.
    private func headings(of command: String) -> String {
        KeyContext.allCases
            .filter { context in keymap.bindings(in: context.rawValue).contains { $0.command == command } }
            .map(title).map { $0.prefix(1).lowercased() + $0.dropFirst() }.joined(separator: "; ")
    }

    /// Returns the description of a binding in the help.
    func help(of binding: Binding) -> String { text("help", of: binding) }

    /// Returns the text of a binding for its context, or the text of its command if there is none.
    private func text(_ part: String, of binding: Binding) -> String {
        if let help = commands.userHelp(of: binding.command) { return help.text(localizer) }
        let name = commands.numberedRow(of: binding.command)?.command.rawValue ?? binding.command
        let own = "command.\(name).\(binding.context).\(part)"
        return localizer(Message(localizer.has(own) ? own : "command.\(name).\(part)"))
    }

    private func title(of context: KeyContext) -> String { localizer(Message("context.\(context.rawValue)")) }

    private func isNumbered(_ binding: Binding) -> Bool { commands.numberedRow(of: binding.command) != nil }
}

/// The choice of a screen's hints; see ``KeyTexts/hints(in:also:without:variants:)``.
private struct HintChoice: Hashable {
    let contexts: [KeyContext]
    let others: Set<Command>
    let omitted: Set<Command>
    let variants: [Command: String]
}

/// The keys that rows and open tickets name, by command; those of other commands are empty.
struct ShownKeys: Equatable {
    var labels: [Command: String] = [:]

    subscript(command: Command) -> String { labels[command] ?? "" }
}

extension KeyTexts {
    private static let shownCommands: [Command] = [
        .open, .fillFromBelow, .fillAll, .cancel, .toggleWarning, .toggleFold, .nextInStory, .pictures, .refresh,
    ]

    /// Returns the keys that are named on a screen with a current ticket: the first of each command.
    func shownKeys(on screen: KeyContext) -> ShownKeys {
        let labels = Self.shownCommands.map { ($0, label(of: $0, in: screen.screenContexts) ?? "") }
        return ShownKeys(labels: Dictionary(uniqueKeysWithValues: labels))
    }
}
