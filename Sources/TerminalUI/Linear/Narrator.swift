import ViewModels

/// Says what has changed between one reading and the next, and nothing else: screen readers read whatever is written.
///
/// Nothing that was written is ever changed; what is typed is written as it comes.
nonisolated struct Narrator {
    private var last: Transcript?
    private var lastMessage: Int?
    /// Whether the cursor stands behind what is typed, with nothing said since.
    private var isBehindLine = false
    /// What is not said again: places of which it was said what is to be known there, and what is said but once.
    private var known: Set<String> = []

    /// What to write now; lines end with a line feed, and a line in which one types has no end.
    mutating func narrate(_ reading: Transcript, _ messages: [Notice]) -> String {
        defer { last = reading }
        let said = news(of: messages) + changes(to: reading)
        var text = said.map { Self.clean($0) + "\n" }.joined()
        if isBehindLine, !said.isEmpty || reading.line == nil {
            text = "\n" + text
            isBehindLine = false
        }
        if let line = reading.line { text += echo(of: line) }
        return text
    }

    /// What was said since the last time, to the reader and in the background.
    private mutating func news(of messages: [Notice]) -> [String] {
        let news = messages.filter { message in lastMessage.map { message.id > $0 } ?? true }
        lastMessage = messages.last?.id ?? lastMessage
        return news.map(\.text)
    }

    private mutating func changes(to reading: Transcript) -> [String] {
        var said: [String] = []
        let hasMoved = last?.place.name != reading.place.name
        let details = known.contains(reading.place.name) ? nil : reading.place.details
        if hasMoved {
            said.append([reading.place.name, details].compactMap(\.self).joined(separator: ", "))
        }
        if !hasMoved, last?.place.details == nil, let details { said.append(details) }
        if reading.place.isKnownLater, details != nil { known.insert(reading.place.name) }
        said += reading.once.filter { known.insert($0).inserted }
        said += reading.notices.filter { hasMoved || last?.notices.contains($0) != true }
        guard let item = reading.item else { return said }
        if hasMoved || item.id != last?.item?.id {
            said += item.lines
            if !item.standing.isEmpty { said.append(item.standing.joined(separator: ", ")) }
        } else if item.standing != last?.item?.standing {
            said.append(item.standing.joined(separator: ", "))
        }
        return said
    }

    private mutating func echo(of line: Transcript.Line) -> String {
        let former = last?.line
        if isBehindLine, let former, former.prompt == line.prompt {
            if line.text == former.text { return "" }
            if line.text.hasPrefix(former.text) { return Self.clean(String(line.text.dropFirst(former.text.count))) }
        }
        // What one takes back cannot be taken off: the line is said anew.
        let start = isBehindLine ? "\n" : ""
        isBehindLine = true
        return start + Self.clean("\(line.prompt) \(line.text)")
    }

    /// A text of which nothing can command the terminal or turn the order of what follows.
    static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: scalars.append(" ")
            // Emoji are joined, and some languages written, with these two.
            case .format where scalar != "\u{200d}" && scalar != "\u{200c}": continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
