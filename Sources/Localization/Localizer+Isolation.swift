/// Names in right-to-left scripts within messages: isolated, they do not turn the rest of the sentence.
extension Localizer {
    /// The localizer that isolates right-to-left arguments, for text that is ordered by Unicode's bidirectional algorithm
    /// when it is drawn.
    public var isolating: Localizer {
        var localizer = self
        localizer.isolates = true
        return localizer
    }

    /// Returns a name for use within a sentence: between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE if it has
    /// right-to-left letters and this localizer isolates.
    public func isolated(_ name: String) -> String {
        guard isolates, Self.turns(name) else { return name }
        return "\u{2068}\(name)\u{2069}"
    }

    /// Returns true if `text` has right-to-left letters that are not isolated yet.
    private static func turns(_ text: String) -> Bool {
        // All of them take at least two bytes in UTF-8, and none of these begins below 0xd6.
        guard text.utf8.contains(where: { $0 >= 0xd6 }) else { return false }
        var hasLetter = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2068: return false
            case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: hasLetter = true
            default: break
            }
        }
        return hasLetter
    }
}
