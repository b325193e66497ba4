/// A key press.
public struct Key: Hashable, Sendable {
    public let code: Code
    public let modifiers: Modifiers

    /// Creates a key. Shift with a letter is the capital letter, so that a press has one name.
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

    /// Returns the key that types `character`.
    public static func character(_ character: Character) -> Key { Key(.character(character)) }
    /// Returns the key that types `character` with Ctrl.
    public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    /// Returns the key that types `character` with Alt.
    public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
    public static func named(_ name: Name) -> Key { Key(.named(name)) }

    /// The key without its modifiers.
    public enum Code: Hashable, Sendable {
        /// A key that types something, including the space.
        case character(Character)
        case named(Name)
        case function(Int)
    }

    /// The keys that type nothing.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case enter
        case escape
        case tab
        case backspace
        case delete
        case insert
        case up
        case down
        case left
        case right
        case home
        case end
        case pageUp = "pageup"
        case pageDown = "pagedown"
    }

    /// Modifier keys, by the bits with which terminals report them.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shift with a key that types nothing.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, Meta or Option.
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
    }

    /// The text that it types, or `nil` if it types none.
    public var typed: Character? { if case .character(let key) = code, modifiers.isEmpty { key } else { nil } }
}
