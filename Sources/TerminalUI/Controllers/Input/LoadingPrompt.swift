import TerminalKit

/// A prompt above another screen that loads its content first. Input that comes earlier waits for it, except for the keys
/// that close the prompt.
protocol LoadingPrompt: TextInputController {
    /// The input that waits for the content.
    var heldInput: HeldInput { get set }
    /// True once the content is loaded.
    var isReady: Bool { get }
    /// Closes the prompt.
    func close()
    /// Handles a key of the loaded prompt. Returns `false` if the line does not use it.
    func typeReady(_ key: Key) -> Bool
}

extension LoadingPrompt {
    var isOverlay: Bool { true }

    func type(_ key: Key) -> Bool {
        if key == .named(.escape) {
            close()
            return true
        }
        guard isReady else {
            heldInput.add(.key(key))
            return true
        }
        return typeReady(key)
    }

    func paste(_ text: String) -> Bool {
        guard isReady else {
            heldInput.add(.paste(text))
            return true
        }
        insert(text)
        return true
    }

    /// Handles the input that has waited. Does nothing before the content is loaded.
    func handleHeldInput() {
        if isReady { handle(heldInput.take()) }
    }
}
