import CTexts

/// The help of commands. Its English texts are where the commands are declared.
extension Localizer {
    /// Returns a text of the help in this language, or the English one that is given if it has no translation.
    public func help(_ text: String) -> String {
        guard language == "es", !text.isEmpty else { return text }
        // As it is written in the catalogue.
        let key = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return Self.spanishHelp[key]?.first ?? text
    }

    /// The texts of the help in Spanish, by the English ones.
    private static let spanishHelp = MessageCatalog(embedded_es_help_po().buffer)
}
