import TerminalKit

nonisolated extension Keymap {
    /// Returns the bindings in `contexts` that meet a condition, those of the first and innermost context first. Each has the
    /// first keys that no inner context binds to another command; a binding without such keys is left out.
    func reachable(
        in contexts: [KeyContext], where isWanted: (Binding) -> Bool
    ) -> [(binding: Binding, keys: KeySequence)] {
        var inner: [Binding] = []
        var reachable: [(binding: Binding, keys: KeySequence)] = []
        for context in contexts {
            let bindings = self.bindings(in: context.rawValue)
            for binding in bindings where isWanted(binding) {
                if let keys = binding.reachableKeys(below: inner) { reachable.append((binding, keys)) }
            }
            inner += bindings
        }
        return reachable
    }

    /// Returns the first keys that perform a command in `contexts`, innermost first. Returns `nil` if it has none: keys that
    /// an inner context binds to another command perform that one.
    func keys(of command: String, in contexts: [KeyContext]) -> KeySequence? {
        reachable(in: contexts) { $0.command == command }.first?.keys
    }
}

nonisolated extension Binding {
    /// The command, as code refers to it.
    var name: Command { Command(rawValue: command) }

    fileprivate func reachableKeys(below inner: [Binding]) -> KeySequence? {
        sequences.first { keys in
            !inner.contains { other in other.command != command && other.sequences.contains { $0.overlaps(keys) } }
        }
    }
}
