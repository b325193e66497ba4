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

extension TextLine {
    /// Returns as many keys with their effects as fit into `columns`. Esc at the end takes precedence over all but the first.
    /// A click on a key presses it.
    public static func hints(_ hints: [KeyHint], columns: Int, theme: Theme, on base: Role = .bar) -> TextLine {
        func piece(_ hint: KeyHint, isFirst: Bool) -> TextLine {
            var piece = TextLine()
            if !isFirst { piece.append("   ", theme[base]) }
            piece.append(hint.label, hint.pressed(theme.style(.key, over: base)))
            piece.append(" " + hint.text, hint.pressed(theme.style(.faint, over: base)))
            return piece
        }
        let escape = hints.last.flatMap { $0.isEscape ? $0 : nil }
        let reserved = escape.map { piece($0, isFirst: false).width } ?? 0
        var line = TextLine()
        for hint in escape == nil ? hints[...] : hints.dropLast() {
            let next = piece(hint, isFirst: line.isEmpty)
            guard line.width + next.width <= (line.isEmpty ? columns : columns - reserved) else { break }
            line.append(next)
        }
        guard let escape else { return line }
        let last = piece(escape, isFirst: line.isEmpty)
        if line.width + last.width <= columns { line.append(last) }
        return line
    }
}
