/// Cuts a text into the parts of a thread, none longer than a post can be.
struct PostCutter {
    private let text: String
    private let units: [PostUnit]
    private let lengths: [Int]
    private let maximumLength: Int

    init(_ text: String, rules: PostRules, maximumLength: Int) {
        self.text = text
        units = PostUnit.units(of: text)
        lengths = units.map { rules.length(of: $0) }
        self.maximumLength = maximumLength
    }

    /// The kinds of places where a text can be cut.
    private enum Bound {
        case character, word, sentence, paragraph
    }

    /// Returns the parts, each with the white space before it, and the last one with that at the end. Returns `nil` if a
    /// part has no end, or if there are more than ``PostRules/maximumPosts``.
    func parts() -> [String]? {
        var parts: [String] = []
        var start = 0
        while let begin = contentStart(from: start) {
            guard parts.count < PostRules.maximumPosts, let end = end(from: begin) else { return nil }
            parts.append(units[start..<end].map { String($0.text) }.joined())
            start = end
        }
        let rest = units[start...].map { String($0.text) }.joined()
        return parts.isEmpty ? [rest] : Array(parts.dropLast()) + [parts[parts.count - 1] + rest]
    }

    /// Returns the first unit from `start` that is no white space, or `nil` if there is none.
    private func contentStart(from start: Int) -> Int? {
        units[start...].firstIndex { !$0.isSpace }
    }

    /// Returns the end of the part that begins with the unit `begin`, or `nil` if none fits.
    private func end(from begin: Int) -> Int? {
        var length = 0
        var last: [Bound: (end: Int, length: Int)] = [:]
        for index in begin..<units.count {
            length += lengths[index]
            guard length <= maximumLength else { break }
            guard let bound = bound(after: index) else { continue }
            // Nothing but white space follows.
            guard contentStart(from: index + 1) != nil else { return index + 1 }
            last[bound] = (index + 1, length)
        }
        return bestEnd(of: last)
    }

    /// Returns the end of the best cut, or `nil` if there is none.
    ///
    /// - Parameter last: The last cut of each kind, with the length of the part that ends there.
    private func bestEnd(of last: [Bound: (end: Int, length: Int)]) -> Int? {
        for bound in [Bound.paragraph, .sentence] {
            if let cut = last[bound], isHalfFull(cut.length) { return cut.end }
        }
        let afterWord = [Bound.paragraph, .sentence, .word].compactMap { last[$0] }.max { $0.end < $1.end }
        guard let afterWord else { return last[.character]?.end }
        // A word is only cut if it is too long for a post anyway.
        guard !isHalfFull(afterWord.length), let inWord = last[.character], inWord.end > afterWord.end,
            !fitsNextWord(from: afterWord.end)
        else { return afterWord.end }
        return inWord.end
    }

    private func isHalfFull(_ length: Int) -> Bool { length * 2 >= maximumLength }

    /// Returns true if the word that follows fits into a part of its own.
    private func fitsNextWord(from end: Int) -> Bool {
        guard let begin = contentStart(from: end) else { return true }
        var length = 0
        for index in begin..<units.count where length <= maximumLength {
            if units[index].isSpace { break }
            length += lengths[index]
        }
        return length <= maximumLength
    }

    /// Returns the kind of place behind a unit, or `nil` if the text is not cut there.
    private func bound(after index: Int) -> Bound? {
        guard !units[index].isSpace else { return nil }
        let next = index + 1
        guard next < units.count else { return .paragraph }
        if units[next].isSpace {
            let run = units[next...].prefix(while: \.isSpace)
            let lines = run.count { $0.text.allSatisfy(\.isNewline) }
            if lines >= 2 { return .paragraph }
            return lines == 1 || endsSentence(index) ? .sentence : .word
        }
        guard units[index].kind == .character, units[next].kind == .character, !beginsEntity(next) else { return nil }
        // Scripts without blanks between words have full stops of their own.
        return "。！？｡".contains(units[index].text) ? .sentence : .character
    }

    /// Returns true if a sentence ends with this unit.
    private func endsSentence(_ index: Int) -> Bool {
        var index = index
        while index > 0, units[index].kind == .character, "\"'”’»)]".contains(units[index].text) { index -= 1 }
        return units[index].kind == .character && ".!?…。！？".contains(units[index].text)
    }

    /// Returns true if a text that began with this unit could begin with a name, a hashtag or a link.
    private func beginsEntity(_ index: Int) -> Bool {
        let rest = text[units[index].text.startIndex...]
        return rest.hasPrefix("@") || rest.hasPrefix("#") || rest.prefix(4).lowercased() == "http"
    }
}
