public import Localization
import Synchronization

/// The names of the keys that run commands now, for messages. The front end sets them, because it has the key table.
public nonisolated final class CommandKeys: Sendable {
    private let naming = Mutex<Localizer.KeyNaming?>(nil)

    /// Replaces the function that names keys.
    public func set(_ naming: @escaping Localizer.KeyNaming) { self.naming.withLock { $0 = naming } }

    /// Returns the key that runs a command in a context, or `nil` if it has none or no keys are set yet.
    func name(of command: String, in context: String?) -> String? {
        let naming = naming.withLock { $0 }
        return naming?(command, context)
    }
}
