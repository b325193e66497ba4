/// An argument of a command of the user, with placeholders such as `{url}` for fields of an item. `{{` is a brace.
///
/// The result is always one argument, and never an option unless the template itself is one, whatever the fields contain.
public struct ArgumentTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case field(ItemField)
    }

    private let parts: [Part]

    /// The reason why a template is invalid.
    struct SyntaxError: Error, Hashable {
        /// The unknown name in braces, or `nil` if a brace is not closed.
        let name: String?
    }

    /// Parses the text of a configuration.
    init(_ text: String) throws(SyntaxError) {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "{" else {
                plain.append(character)
                continue
            }
            if rest.first == "{" {
                rest.removeFirst()
                plain.append("{")
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw SyntaxError(name: nil) }
            let name = String(rest[..<end])
            guard let field = ItemField(rawValue: name) else { throw SyntaxError(name: name) }
            if !plain.isEmpty { parts.append(.text(plain)) }
            plain = ""
            parts.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        self.parts = parts
    }

    public var fields: Set<ItemField> {
        Set(
            parts.compactMap { part in
                if case .field(let field) = part { field } else { nil }
            })
    }

    /// Returns the argument for these fields.
    ///
    /// If it begins with a field and then with `-`, a space is put before it: programs take an argument that begins with
    /// `-` for an option, and a title must not be able to choose one.
    public func argument(_ values: [ItemField: String]) -> String {
        let text =
            parts.map { part in
                switch part {
                case .text(let text): text
                case .field(let field): values[field] ?? ""
                }
            }
            .joined()
        guard case .field? = parts.first, text.hasPrefix("-") else { return text }
        return " " + text
    }
}
