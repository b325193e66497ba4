private import CCLD2
public import EngineConcepts

extension Ticket {
    /// The language that the ticket is in, as a BCP 47 tag: what its source says, or else what its words look like; nil
    /// where neither is certain, as for most texts of a few words.
    ///
    /// A guess is the same every time. It is made by CLD2 out of some hundred words, which takes tens of microseconds: ask
    /// once for a ticket.
    public var contentLanguage: String? {
        var texts = TicketTexts(self, sourceName: nil)
        return texts.language
    }
}

extension TicketTexts {
    /// ``EngineConcepts/Ticket/contentLanguage`` of the ticket.
    var language: String? {
        mutating get {
            if let stated, !stated.isEmpty { return stated }
            return LanguageGuess.language(of: (titles + texts).joined(separator: "\n"))
        }
    }
}

/// Guesses what language a text is in.
enum LanguageGuess {
    /// What is shorter than this, in bytes, is not guessed about: names and addresses outweigh words there.
    private static let shortest = 60
    /// More than this, in bytes, makes no guess better.
    private static let longest = 500

    static func language(of text: String) -> String? {
        guard text.utf8.count >= shortest else { return nil }
        // Cut between scalars: what CLD2 is given must be sound.
        var text = text.utf8.count > longest ? String(text.unicodeScalars.prefix(longest)) : text
        return
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { fiber_cld2_detect($0.baseAddress, $0.count) }
            }
            .map { String(cString: $0) }
    }
}
