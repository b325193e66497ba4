import EngineConcepts

/// Writes text in XML and HTML.
package enum Markup {
    /// Returns the text as it is written between tags and in attribute values in double quotes.
    package static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }
}
