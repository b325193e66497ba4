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

/// Guesses what language a text is in.
enum LanguageGuess {
    /// What is shorter than this, in bytes, is not guessed about: names and addresses outweigh words there.
    private static let shortest = 60
    /// More than this, in bytes, makes no guess better.
    private static let longest = 500

    /// The language of some texts, one after another.
    static func language(of texts: [String]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(longest + 4)
        for text in texts where bytes.count < longest {
            bytes.append(contentsOf: text.utf8.prefix(longest - bytes.count))
            bytes.append(0x0a)
        }
        guard bytes.count >= shortest else { return nil }
        // What was cut within a character is not sound, and CLD2 is given sound text only.
        bytes.removeLast()
        while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
        return
            bytes.withUnsafeBytes { bytes in
                fiber_cld2_detect(bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
            }
            .map { String(cString: $0) }
    }
}
