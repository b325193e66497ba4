/// The names of topics and rules.
public enum LabelName {
    /// Returns true for a line of text without blanks at its ends.
    public static func isUsable(_ name: String) -> Bool {
        guard let first = name.first, let last = name.last, !first.isWhitespace, !last.isWhitespace else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && !name.contains(where: \.isNewline)
    }
}
