/// A form of a ticket's card for sharing.
public nonisolated enum CardForm: String, CaseIterable, Sendable {
    case svg
    case png
    /// Text with the escape sequences of terminals.
    case ansi

    /// Creates the form that a file's name asks for, or returns `nil` if it asks for none.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        guard let form = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = form
    }
}
