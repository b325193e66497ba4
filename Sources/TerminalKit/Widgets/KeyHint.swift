/// A key with its effect, as bars list it.
public struct KeyHint: Hashable, Sendable {
    /// The key as shown.
    public let label: String
    /// The key in words, such as `ctrl-s`, for screen readers.
    public let name: String
    /// The effect in a word or two.
    public let text: String
    /// The key that a click presses, or `nil` if it takes several keys.
    private let key: Key?

    public init(_ sequence: KeySequence, _ text: String, glyphs: Glyphs) {
        self.text = text
        label = sequence.label(glyphs)
        name = sequence.description
        key = sequence.keys.count == 1 ? sequence.keys.first : nil
    }

    /// Creates the hint of one key; `label` replaces its short form.
    public init(_ key: Key, as label: String? = nil, _ text: String, glyphs: Glyphs) {
        self.text = text
        self.label = label ?? key.label(glyphs)
        name = key.description
        self.key = key
    }

    /// True for the key that leads out of a screen.
    var isEscape: Bool { key == .named(.escape) }

    /// Returns the style for cells whose click presses the key.
    func pressed(_ style: Style) -> Style { key.map { style.clicked(.press($0)) } ?? style }
}
