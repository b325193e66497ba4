import CCLD2
public import EngineConcepts

extension Ticket {
    /// The language as a BCP 47 tag, from the source or else guessed from the words, or `nil` if neither is certain, as for
    /// most texts of a few words.
    ///
    /// CLD2 guesses from about a hundred words in tens of microseconds, always with the same result: ask once per ticket.
    public var contentLanguage: String? {
        // Nearly all tickets have one of these, and copying a ticket takes longer.
        if let stated = body.language, !stated.isEmpty { return stated }
        if case .guess(let language) = detectedLanguage { return language }
        var texts = TicketTexts(self)
        return texts.language
    }

    /// The language to keep with the ticket: a guess, unless the source states the language or guesses are impossible on
    /// this machine.
    public var languageToKeep: DetectedLanguage {
        var texts = TicketTexts(self)
        guard texts.statedLanguage == nil, fiber_cld2_is_available() else { return .unknown }
        return .guess(texts.language)
    }
}
