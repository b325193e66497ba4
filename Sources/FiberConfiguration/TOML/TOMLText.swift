import EngineConcepts

/// Writes TOML.
enum TOMLText {
    /// Returns `words` as an array of strings.
    static func list(_ words: [String]) -> String {
        "[" + words.map(quoted).joined(separator: ", ") + "]"
    }

    /// Returns `text` as a basic string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case let scalar where scalar.value < 0x20 || scalar.value == 0x7f:
                result += "\\u" + String(scalar.value, width: 4, radix: 16).uppercased()
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
