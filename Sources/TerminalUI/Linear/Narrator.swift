import ViewModels

/// Writes only what has changed between two transcripts, because screen readers read everything that is written.
///
/// Written text is never changed. Typed text is echoed as it comes.
nonisolated struct Narrator {
    private var last: Transcript?
    private var lastMessage: Int?
    /// True while the cursor is behind typed text and nothing was written since.
    private var isBehindLine = false
    /// True after a key that goes back: then the place is read out if there is nothing else to say.
    private var hasGoneBack = false
    /// Places whose details were read out and texts that are read out only once.
    private var spokenOnce: Set<String> = []

    /// Notes a key that closes or cancels something. If there is nothing else to say, the place and the current item are read
    /// out.
    mutating func goBack() { hasGoneBack = true }

    /// Returns the text to write for a new transcript. Lines end with a line feed, except for the line that is typed into.
    mutating func narrate(_ transcript: Transcript, _ messages: [Notice]) -> String {
        defer {
            last = transcript
            hasGoneBack = false
        }
        let news = news(of: messages)
        // The error of an answer is also a message if the answer was entered before its error was read out.
        var said = news + changes(to: transcript).filter { !news.contains($0) }
        if said.isEmpty, hasGoneBack {
            let item = transcript.item.map { $0.lines + [$0.states.joined(separator: ", ")] } ?? []
            said = ([transcript.location.name] + item).filter { !$0.isEmpty }
        }
        var text = said.map { Self.clean($0) + "\n" }.joined()
        if isBehindLine, !said.isEmpty || transcript.line == nil {
            text = "\n" + text
            isBehindLine = false
        }
        if let line = transcript.line { text += echo(of: line) }
        return text
    }

    /// Returns the messages since the last call.
    private mutating func news(of messages: [Notice]) -> [String] {
        let news = messages.filter { message in lastMessage.map { message.id > $0 } ?? true }
        lastMessage = messages.last?.id ?? lastMessage
        return news.map(\.text)
    }

    private mutating func changes(to transcript: Transcript) -> [String] {
        var said: [String] = []
        let hasMoved = last?.location.name != transcript.location.name
        let details = spokenOnce.contains(transcript.location.name) ? "" : transcript.location.details
        if hasMoved {
            said.append([transcript.location.name, details].filter { !$0.isEmpty }.joined(separator: ", "))
        } else if last?.location.details.isEmpty == true, !details.isEmpty {
            said.append(details)
        }
        if transcript.location.readsDetailsOnce, !details.isEmpty { spokenOnce.insert(transcript.location.name) }
        said += transcript.once.filter { spokenOnce.insert($0).inserted }
        said += transcript.notices.filter { hasMoved || last?.notices.contains($0) != true }
        guard let item = transcript.item else { return said }
        if hasMoved || item.id != last?.item?.id {
            said += item.lines
            if !item.states.isEmpty { said.append(item.states.joined(separator: ", ")) }
        } else if item.states != last?.item?.states {
            said.append(item.states.joined(separator: ", "))
        }
        return said
    }

    private mutating func echo(of line: Transcript.Line) -> String {
        let former = last?.line
        if isBehindLine, let former, former.prompt == line.prompt {
            if line.text == former.text { return "" }
            if line.text.hasPrefix(former.text) { return Self.clean(String(line.text.dropFirst(former.text.count))) }
        }
        // Deleted characters cannot be taken back, so the line is repeated.
        let start = isBehindLine ? "\n" : ""
        isBehindLine = true
        return start + Self.clean("\(line.prompt) \(line.text)")
    }

    /// Returns the text without control characters and without characters that change the direction of the text after it.
    static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: scalars.append(" ")
            // ZWJ and ZWNJ join emoji and are needed to write some languages.
            case .format where scalar != "\u{200d}" && scalar != "\u{200c}": continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
