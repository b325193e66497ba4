import FiberConfiguration

/// A topic or a rule that is off because of what the file says, as lists of those print it.
struct WrongLine: Encodable {
    private let type: String
    private let warning: LibraryWarning

    /// - Parameter type: What it would be.
    init(_ type: String, _ warning: LibraryWarning) {
        self.type = type
        self.warning = warning
    }

    private enum Key: String, CodingKey {
        case type, name, enabled, wrong, line, column
    }

    /// The same for people.
    var words: String {
        let place = warning.position.map { " (line \($0.line), column \($0.column))" } ?? ""
        return "\(warning.name ?? "(\(type) without a name)")  off: \(warning.message ?? warning.text)\(place)"
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(type, forKey: .type)
        try line.encode(warning.name, forKey: .name)
        try line.encode(false, forKey: .enabled)
        try line.encode(warning.message ?? warning.text, forKey: .wrong)
        try line.encode(warning.position?.line, forKey: .line)
        try line.encode(warning.position?.column, forKey: .column)
    }
}
