import FiberConfiguration

/// A topic or rule that is off because its entry in the file is wrong.
struct WrongLine: Encodable {
    private let type: String
    private let warning: LibraryWarning

    /// - Parameter type: The kind of entry.
    init(_ type: String, _ warning: LibraryWarning) {
        self.type = type
        self.warning = warning
    }

    private enum Key: String, CodingKey {
        case type, name, enabled, wrong, line, column
    }

    /// The entry and its fault in words.
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
