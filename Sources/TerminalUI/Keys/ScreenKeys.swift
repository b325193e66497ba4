import TerminalKit

/// The keys that messages name: those that run commands on the open screens.
nonisolated struct ScreenKeys: Sendable {
    let keymap: Keymap
    let glyphs: Glyphs
    /// The contexts of the open screens, the topmost first.
    let screens: [[KeyContext]]

    /// Returns the first key of a command as shown on screen, or `nil` if it has none where it is used.
    ///
    /// - Parameter context: The name of the context in which the command is used. With `nil`, it is used on the topmost
    ///   screen that has it, or if no open screen has it, in the first context that does.
    func label(of command: String, in context: String?) -> String? {
        let named = context.flatMap(KeyContext.init(rawValue:)).map { [$0.screenContexts] }
        let contexts = (named ?? screens + KeyContext.allCases.map(\.screenContexts))
            .first { keymap.binding(for: command, in: $0.map(\.rawValue)) != nil }
        return contexts.flatMap { keymap.keys(of: command, in: $0) }?.label(glyphs)
    }
}
