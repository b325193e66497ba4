package import EngineConcepts

/// Splits a command line into words with a shell's quotes and backslashes, but without variables, patterns or pipes.
package enum CommandLineSplitter {
    /// Returns the words of `line`: single quotes preserve everything, double quotes everything except `\"` and `\\`,
    /// and a backslash preserves the next character. `~/` at the start of a word stands for the directory `home`.
    package static func split(_ line: String, home: String?) throws(SupplierError) -> [String] {
        try words(of: line, home: home).map(\.text)
    }

    /// Returns the first word of `line` that only a shell would understand, such as `>`, `2>file` or `|`. Quoted ones are
    /// arguments like any other.
    package static func shellWord(in line: String) throws(SupplierError) -> String? {
        let digits: Set<Character> = ["1", "2"]
        return try words(of: line, home: nil)
            .first { word in
                guard !word.hasQuotes, let sign = word.text.first(where: { !digits.contains($0) }) else { return false }
                return digits.contains(word.text[word.text.startIndex]) ? sign == ">" : "<>|&;".contains(sign)
            }?
            .text
    }

    private struct Word {
        var text = ""
        /// True if a quote or a backslash is anywhere in the word.
        var hasQuotes = false
        /// True if the word begins with a quote.
        var isQuoted = false
    }

    private static func words(of line: String, home: String?) throws(SupplierError) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var rest = Substring(line)
        func add(_ text: String, hasQuotes: Bool = false, isQuoted: Bool = false) {
            var begun = word ?? Word(isQuoted: isQuoted)
            begun.text += text
            begun.hasQuotes = begun.hasQuotes || hasQuotes
            word = begun
        }
        func end() {
            guard var finished = word else { return }
            if !finished.isQuoted, finished.text.hasPrefix("~/"), let home {
                finished.text = home + finished.text.dropFirst(1)
            }
            words.append(finished)
            word = nil
        }
        while let character = rest.popFirst() {
            switch character {
            case "'", "\"": add(try quoted(by: character, &rest, of: line), hasQuotes: true, isQuoted: true)
            case "\\":
                guard let next = rest.popFirst() else {
                    throw SupplierError(.unsupported, Message("commandEndsInBackslash", ["command": .text(line)]))
                }
                add(String(next), hasQuotes: true)
            case _ where character.isWhitespace: end()
            default: add(String(character))
            }
        }
        end()
        guard let program = words.first?.text, !program.isEmpty else {
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
