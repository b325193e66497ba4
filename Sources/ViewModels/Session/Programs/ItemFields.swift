import EngineConcepts
public import FiberConfiguration
import WebText

/// The fields of an item, as commands get them: each on one line, without control characters.
public nonisolated struct ItemFields: Equatable, Sendable {
    /// The values; a field that the item does not have is empty.
    public let values: [ItemField: String]

    /// The maximum length of a value in bytes. The system limits arguments and variables to 128 kB each.
    private static let maximumBytes = 16 << 10

    /// Creates fields of unchecked values. Addresses that are not of the web are left out.
    public init(_ values: [ItemField: String]) {
        self.values = Dictionary(
            uniqueKeysWithValues: ItemField.allCases.map { field in
                let value = values[field] ?? ""
                switch field {
                case .url, .comments, .enclosure: return (field, LinkPolicy.isWeb(value) ? value : "")
                default: return (field, Self.shortened(TextSanitizer.line(value)))
                }
            })
    }

    /// The values as environment variables.
    public var variables: [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.variable, $0.value) })
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        var count = 0
        let kept = text.prefix { character in
            count += character.utf8.count
            return count <= maximumBytes
        }
        return String(kept)
    }
}

nonisolated extension ProgramCommand {
    /// Returns the words to run for an item: the program, and each argument of the template as exactly one argument.
    public func words(for fields: ItemFields) -> [String] {
        switch call {
        case .program(let program, let arguments): [program] + arguments.map { $0.argument(fields.values) }
        case .shell(let text): ["/bin/sh", "-c", text]
        }
    }

    /// Returns the address that the command uses and the item does not have, or `nil` if it has all of them.
    func missingAddress(in fields: ItemFields) -> ItemField? {
        [ItemField.url, .enclosure].first { field in fields.values[field]?.isEmpty ?? true && uses(field) }
    }

    private func uses(_ field: ItemField) -> Bool {
        switch call {
        case .program(_, let arguments): arguments.contains { $0.fields.contains(field) }
        case .shell(let text): text.contains(field.variable)
        }
    }
}

/// The names of files for items.
nonisolated enum ItemFileName {
    private static let maximumCharacters = 80

    /// Returns a file name without an extension made from a title: its letters and digits with hyphens between them, at
    /// most 80 characters. It has no slashes and does not begin with a dot or hyphen.
    static func stem(for title: String) -> String {
        var name = ""
        for character in title {
            if name.count >= maximumCharacters { break }
            if character.isLetter || character.isNumber {
                name.append(character)
            } else if !name.isEmpty, name.last != "-" {
                name.append("-")
            }
        }
        while name.last == "-" { name.removeLast() }
        // A file system limits names to 255 bytes.
        while name.utf8.count > 200 { name.removeLast() }
        return name.isEmpty ? "item" : name
    }
}
