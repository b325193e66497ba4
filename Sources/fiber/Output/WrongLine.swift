import EngineConcepts
import FiberConfiguration
import Localization

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
        case type, name, enabled, wrong, code, line, column
    }

    /// The entry and its fault in words.
    var words: String {
        let problem = Console.words(warning.problem ?? warning.message)
        let place =
            warning.position
            .map { Message("atPosition", ["line": .number($0.line), "column": .number($0.column)]) }
            .map { " " + Console.words($0) } ?? ""
        return "\(warning.name ?? "[[\(type)]]")  \(Console.words(Message("entryOff"))): \(problem)\(place)"
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(type, forKey: .type)
        try line.encode(warning.name, forKey: .name)
        try line.encode(false, forKey: .enabled)
        let problem = warning.problem ?? warning.message
        try line.encode(Localizer.english(problem), forKey: .wrong)
        try line.encode(problem.code, forKey: .code)
        try line.encode(warning.position?.line, forKey: .line)
        try line.encode(warning.position?.column, forKey: .column)
    }
}
