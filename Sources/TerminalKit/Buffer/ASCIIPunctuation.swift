/// ASCII replacements of punctuation. Letters stay: a terminal without them shows its own sign.
enum ASCIIPunctuation {
    /// Returns the replacement of a sign one column wide, or `nil` to keep it.
    static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\u{2010}"..."\u{2015}", "\u{b7}", "\u{2022}", "\u{2212}": "-"
        case "\u{2026}": "~"
        case "\u{201c}", "\u{201d}", "\u{201e}", "\u{ab}", "\u{bb}": "\""
        case "\u{2018}", "\u{2019}", "\u{201a}", "\u{2032}": "'"
        case "\u{2190}": "<"
        case "\u{2192}": ">"
        case "\u{d7}": "x"
        case "\u{a0}", "\u{202f}": " "
        default: nil
        }
    }
}
