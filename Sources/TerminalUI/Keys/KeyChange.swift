public import EngineConcepts
public import TerminalKit

/// A change to the key table by the user.
public nonisolated struct KeyChange: Hashable, Sendable {
    /// The context in which it applies.
    public let context: String
    /// The key or sequence of keys, in the key table's notation.
    public let keys: String
    /// The command, or `nil` to unbind the key.
    public let command: String?

    public init(context: String, keys: String, command: String?) {
        self.context = context
        self.keys = keys
        self.command = command
    }
}

/// The reason why a change to the key table is invalid.
public nonisolated struct KeyChangeError: PresentableError, Hashable {
    public let message: Message
    /// The unknown name and the known ones, or `nil` if the reason is another.
    public var unknownName: UnknownName?
}

nonisolated extension CommandTable {
    /// Returns `bindings` with one change applied. The keys are unbound from their previous command in that context, and so
    /// are shorter and longer sequences that would become unreachable: the user's choice wins.
    func applying(_ change: KeyChange, to bindings: [Binding]) throws(KeyChangeError) -> [Binding] {
        guard let context = KeyContext(rawValue: change.context) else {
            throw KeyChangeError(
                message: Message("keyContextUnknown", ["name": .text(change.context)]),
                unknownName: UnknownName(change.context, among: KeyContext.allCases.map(\.rawValue)))
        }
        let sequence: KeySequence
        do {
            sequence = try KeySequence(change.keys)
        } catch {
            throw KeyChangeError(message: Message("keyInvalid", ["key": .text(error.text)]))
        }
        var changed = bindings
        for index in changed.indices where changed[index].context == context.rawValue {
            changed[index].sequences.removeAll { $0.overlaps(sequence) }
        }
        guard let name = change.command else { return changed }
        guard has(name) else {
            throw KeyChangeError(
                message: Message("keyCommandUnknown", ["name": .text(name)]),
                unknownName: UnknownName(name, among: names))
        }
        if let index = changed.firstIndex(where: { $0.context == context.rawValue && $0.command == name }) {
            changed[index].sequences.append(sequence)
        } else {
            changed.append(Binding([sequence], command: name, context: context.rawValue))
        }
        return changed
    }

    /// Returns the default table with the changes of `preset`.
    ///
    /// - Throws: An error if the default table or the preset is misspelt. Tests ensure that none is.
    private func bindings(of preset: KeyPreset) throws -> [Binding] {
        try preset.changes.reduce(try bindings()) { try applying($1, to: $0) }
    }

    /// Returns the default table with the changes of `preset` and then `changes` applied in order.
    ///
    /// - Parameter report: Called for each invalid change with its index; the change is skipped. A change is invalid
    ///   if it is misspelt, or if its keys conflict with those of an earlier change.
    /// - Throws: An error if the default table or the preset is misspelt. Tests ensure that none is.
    public func keymap(
        preset: KeyPreset = .fiber, changes: [KeyChange], report: (Int, KeyChangeError) -> Void
    ) throws -> Keymap {
        let changes = changes.map(withCurrentNames)
        var bindings = try bindings(of: preset)
        var applied: [KeyChange] = []
        for (index, change) in changes.enumerated() {
            do throws(KeyChangeError) {
                if let earlier = applied.first(where: { $0.conflicts(with: change) }) {
                    throw Self.conflict(change, earlier)
                }
                bindings = try applying(change, to: bindings)
                applied.append(change)
            } catch {
                report(index, error)
            }
        }
        return Keymap(bindings)
    }

    /// Returns the commands that lost their last key in a context to one of `changes`, each with the index of that change.
    /// Changes that unbind a key on purpose are not counted.
    /// - Throws: As ``keymap(preset:changes:report:)``.
    public func commandsWithoutKeys(
        preset: KeyPreset = .fiber, changes: [KeyChange], in keymap: Keymap
    ) throws -> [(change: Int, command: String)] {
        guard !changes.isEmpty else { return [] }
        let changes = changes.map(withCurrentNames)
        return try bindings(of: preset)
            .compactMap { former in
                let current = keymap.binding(for: former.command, in: [former.context])
                guard !former.sequences.isEmpty, current?.sequences.isEmpty == true else { return nil }
                return changes.lastIndex { $0.takesKey(of: former) }.map { ($0, former.command) }
            }
    }

    /// Replaces former names of the context and the command by the current ones.
    private func withCurrentNames(_ change: KeyChange) -> KeyChange {
        KeyChange(
            context: KeyContext.currentName(of: change.context), keys: change.keys,
            command: change.command.map(currentName))
    }

    private static func conflict(_ change: KeyChange, _ earlier: KeyChange) -> KeyChangeError {
        let context = Message.Argument.text(change.context)
        let (one, other) = (earlier.messageArgument, change.messageArgument)
        if change.sequence != earlier.sequence {
            return KeyChangeError(message: Message("keysBeginAlike", ["context": context, "one": one, "other": other]))
        }
        if change.keys != earlier.keys {
            return KeyChangeError(message: Message("keysAreSame", ["context": context, "one": one, "other": other]))
        }
        return KeyChangeError(
            message: Message(
                "keyHasTwoCommands",
                [
                    "context": context, "key": .text(change.keys), "one": .text(earlier.command ?? ""),
                    "other": .text(change.command ?? ""),
                ]))
    }
}

nonisolated extension KeyChange {
    /// Returns true if only one of the changes can hold: in one context, they give the same keys to different commands,
    /// or one's keys begin the other's. A misspelt key conflicts with nothing; it is reported separately.
    fileprivate func conflicts(with other: KeyChange) -> Bool {
        guard context == other.context, command != nil, other.command != nil, let sequence,
            let otherSequence = other.sequence
        else { return false }
        return sequence == otherSequence ? command != other.command : sequence.overlaps(otherSequence)
    }

    /// Returns true if the change gives a key of a binding to another command.
    fileprivate func takesKey(of binding: Binding) -> Bool {
        guard context == binding.context, command != nil, command != binding.command, let sequence else { return false }
        return binding.sequences.contains { $0.overlaps(sequence) }
    }

    /// The keys and their command, for a message.
    fileprivate var messageArgument: Message.Argument {
        .message(Message("keyWithCommand", ["key": .text(keys), "command": .text(command ?? "")]))
    }

    /// The keys, or `nil` if they are misspelt, which is reported separately.
    fileprivate var sequence: KeySequence? { do { return try KeySequence(keys) } catch { return nil } }
}
