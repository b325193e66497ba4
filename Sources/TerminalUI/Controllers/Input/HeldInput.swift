import TerminalKit

/// The keys and pasted texts that came before a screen could use them, in their order.
struct HeldInput {
    enum Item {
        case key(Key)
        case paste(String)
    }

    private var items: [Item] = []

    /// Adds input behind the earlier one.
    mutating func add(_ item: Item) {
        items.append(item)
    }

    /// Returns the input and forgets it.
    mutating func take() -> [Item] {
        defer { items = [] }
        return items
    }
}

extension ScreenController {
    /// Handles input that was held back, in its order.
    func handle(_ items: [HeldInput.Item]) {
        for item in items {
            switch item {
            case .key(let key): _ = type(key)
            case .paste(let text): _ = paste(text)
            }
        }
    }
}
