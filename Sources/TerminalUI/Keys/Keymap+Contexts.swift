import TerminalKit

nonisolated extension Keymap {
    /// Returns the first keys that perform a command in `contexts`, innermost first. Returns `nil` if it has none: keys that
    /// an inner context binds to another command perform that one.
    func keys(of command: String, in contexts: [KeyContext]) -> KeySequence? {
        var inner: [Binding] = []
        for context in contexts {
            let bindings = self.bindings(in: context.rawValue)
            if let keys = bindings.first(where: { $0.command == command })?.reachableKeys(below: inner) { return keys }
            inner += bindings
        }
        return nil
    }
}

nonisolated extension Binding {
    /// Returns the first keys that no inner context binds to another command, or `nil` if there are none.
    func reachableKeys(below inner: [Binding]) -> KeySequence? {
        sequences.first { keys in
            !inner.contains { other in other.command != command && other.sequences.contains { $0.overlaps(keys) } }
        }
    }
}
