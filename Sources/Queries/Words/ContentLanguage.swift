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

/// Guesses the language of a text.
enum LanguageGuess {
    /// The shortest text in bytes for a guess: in shorter ones names and addresses outweigh words.
    private static let minimumBytes = 60
    /// The bytes that are read. For 519 items of real feeds, 200 bytes give the same guesses as 2,000; every byte costs time.
    static let maximumBytes = 320

    /// Returns the language of the concatenated texts.
    static func language(of texts: [String]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(maximumBytes + 4)
        for text in texts where bytes.count < maximumBytes {
            var text = text
            let room = maximumBytes - bytes.count
            text.withUTF8 { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0.prefix(room))) }
            bytes.append(0x0a)
        }
        guard bytes.count >= minimumBytes else { return nil }
        // CLD2 requires valid UTF-8: drop a character that was cut.
        bytes.removeLast()
        while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
        return
            bytes.withUnsafeBytes { bytes in
                fiber_cld2_detect(bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
            }
            .map { String(cString: $0) }
    }
}
