import TerminalKit
import ViewModels

/// A screen that asks for a name in place of its line.
protocol NameAsking: TextInputController {
    /// The line for the name, or `nil` while none is asked for.
    var name: InputLine? { get set }
    /// Takes the name, or `nil` if none is given after all. Returns false if another one is needed.
    func take(name: String?) -> Bool
}

extension NameAsking {
    func insert(_ text: String) {
        if name != nil {
            name?.insert(text)
        } else {
            input.insert(text)
            inputChanged(input.text)
        }
    }

    /// Handles a key in the line for the name.
    func typeName(_ key: Key) -> Bool {
        let given: String?
        switch key {
        case .named(.enter): given = name?.text
        case .named(.escape): given = nil
        default: return name?.handle(key) ?? false
        }
        if let given { ui.remember(given, as: .names) }
        if take(name: given) { name = nil }
        return true
    }
}
