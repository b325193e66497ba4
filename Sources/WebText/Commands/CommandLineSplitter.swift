package import EngineConcepts

/// Splits a command line into words with a shell's quotes and backslashes, but without variables, patterns or pipes.
package enum CommandLineSplitter {
    /// Returns the words of `line`: single quotes preserve everything, double quotes everything except `\"` and `\\`,
    /// and a backslash preserves the next character. `~/` at the start of a word stands for the directory `home`.
    package static func split(_ line: String, home: String?) throws(SupplierError) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = Substring(line)
        func end() {
            guard var finished = word else { return }
            if !isQuoted, finished.hasPrefix("~/"), let home { finished = home + finished.dropFirst(1) }
            words.append(finished)
            word = nil
            isQuoted = false
        }
        while let character = rest.popFirst() {
            switch character {
            case "'", "\"":
                if word == nil { isQuoted = true }
                word = try (word ?? "") + quoted(by: character, &rest, of: line)
            case "\\":
                guard let next = rest.popFirst() else {
                    throw SupplierError(.unsupported, Message("commandEndsInBackslash", ["command": .text(line)]))
                }
                word = (word ?? "") + String(next)
            case _ where character.isWhitespace: end()
            default: word = (word ?? "") + String(character)
            }
        }
        end()
        guard let program = words.first, !program.isEmpty else {
            throw SupplierError(.unsupported, Message("commandEmpty", ["command": .text(line)]))
        }
        return words
    }

    private static func quoted(
        by quote: Character, _ rest: inout Substring, of line: String
    ) throws(SupplierError) -> String {
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            if character == "\\", quote == "\"", let next = rest.first, next == "\"" || next == "\\" {
                rest.removeFirst()
                text.append(next)
            } else {
                text.append(character)
            }
        }
        throw SupplierError(.unsupported, Message("commandQuoteOpen", ["command": .text(line)]))
    }
}
