/// One key as it was pressed.
public struct Key: Hashable, Sendable {
    /// What was pressed.
    public let code: Code
    /// What was held down with it.
    public let modifiers: Modifiers

    /// Makes a key. Shift with a letter is the capital letter, so that one press has one name.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        if case .character(let character) = code, modifiers.contains(.shift) {
            let upper = character.uppercased()
            self.code = .character(upper.count == 1 ? upper.first ?? character : character)
            self.modifiers = modifiers.subtracting(.shift)
        } else if case .character(let character) = code, modifiers.contains(.control), character.isASCII {
            self.code = .character(character.lowercased().first ?? character)
            self.modifiers = modifiers
        } else {
            self.code = code
            self.modifiers = modifiers
        }
    }

    /// The key that types `character`.
    public static func character(_ character: Character) -> Key { Key(.character(character)) }
    /// The key that types `character` with Ctrl.
    public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    /// The key that types `character` with Alt.
    public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
    /// A key with a name.
    public static func named(_ name: Name) -> Key { Key(.named(name)) }

    /// What was pressed.
    public enum Code: Hashable, Sendable {
        /// A key that types something; the space too.
        case character(Character)
        /// A key with a name.
        case named(Name)
        /// F1 and so on.
        case function(Int)
    }

    /// The keys that type nothing.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Return.
        case enter
        /// Esc.
        case escape
        /// Tab.
        case tab
        /// Backspace.
        case backspace
        /// Del.
        case delete
        /// Ins.
        case insert
        /// The arrow up.
        case up
        /// The arrow down.
        case down
        /// The arrow to the left.
        case left
        /// The arrow to the right.
        case right
        /// Home.
        case home
        /// End.
        case end
        /// Page up.
        case pageUp = "pageup"
        /// Page down.
        case pageDown = "pagedown"
    }

    /// What was held down.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit per modifier.
        public let rawValue: UInt8

        /// Makes a set out of its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Ctrl.
        public static let control = Modifiers(rawValue: 1)
        /// Alt, Meta, Option.
        public static let alt = Modifiers(rawValue: 2)
        /// Shift, where the key types nothing.
        public static let shift = Modifiers(rawValue: 4)
    }

    /// What it types where text is typed; nil for keys that type nothing.
    public var typed: Character? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return character
    }
}
