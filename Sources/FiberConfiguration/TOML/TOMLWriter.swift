import EngineConcepts

/// Writes TOML.
enum TOMLWriter {
    /// Returns `words` as an array of strings.
    static func list(_ words: [String]) -> String { "[" + words.map(quoted).joined(separator: ", ") + "]" }

    /// Returns `text` as a basic string.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\t": "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                "\\u" + String(scalar.value, width: 4, radix: 16).uppercased()
            default: nil
            }
        }
        return "\"\(escaped)\""
    }
}
