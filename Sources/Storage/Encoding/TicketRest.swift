import EngineConcepts

/// The rare parts of a ticket that have no column, as one record, or `nil` if all are absent.
struct TicketRest {
    private(set) var summary: TicketText?
    private(set) var application: String?
    private(set) var media: [Media] = []
    private(set) var counts = Counts()
    private(set) var boosted: EmbeddedTicket?
    private(set) var quoted: EmbeddedTicket?
    private(set) var replyTo: String?
    private(set) var contentWarning: String?
    private(set) var source = SourceLayer()
    private(set) var reactions: Set<Reaction> = []
    private(set) var uri: String?
    private(set) var detectedLanguage = DetectedLanguage.unknown

    /// Returns the record of `ticket`. Checks before it writes, since it runs for each imported ticket.
    static func bytes(of ticket: Ticket, detectedLanguage: DetectedLanguage) -> [UInt8]? {
        var record = RecordWriter()
        if let summary = ticket.body.summary {
            record.put(1) { summary.write(to: &$0) }
        }
        record.put(2, ticket.body.application)
        for piece in ticket.body.media {
            record.put(3) { piece.write(to: &$0) }
        }
        if ticket.body.counts != Counts() {
            record.put(4) { ticket.body.counts.write(to: &$0) }
        }
        if let boosted = ticket.body.boosted {
            record.put(5) { boosted.write(to: &$0) }
        }
        if let quoted = ticket.body.quoted {
            record.put(6) { quoted.write(to: &$0) }
        }
        record.put(7, ticket.body.replyTo)
        record.put(8, ticket.body.contentWarning)
        if !ticket.source.fields.isEmpty {
            for (name, value) in ticket.source.fields.sorted(by: { $0.key < $1.key }) {
                record.put(9) {
                    $0.put(1, name)
                    $0.put(2, value)
                }
            }
        }
        record.put(10, ticket.source.raw)
        if !ticket.body.reactions.isEmpty {
            for reaction in Reaction.allCases where ticket.body.reactions.contains(reaction) {
                record.put(11, reaction.rawValue)
            }
        }
        record.put(12, ticket.body.uri)
        // An empty tag: the words do not show the language.
        if case .guess(let language) = detectedLanguage { record.put(13, language ?? "") }
        return record.bytes.isEmpty ? nil : record.bytes
    }

    /// Reads a record, or an empty one from `nil`.
    init(_ bytes: UnsafeBufferPointer<UInt8>?) throws {
        guard let bytes else { return }
        var record = RecordReader(bytes)
        while let (field, content) = try record.next() {
            switch field {
            case 1: summary = try TicketText(content.nested)
            case 2: application = content.text
            case 3: media.append(try Media(content.nested))
            case 4: counts = try Counts(content.nested)
            case 5: boosted = try EmbeddedTicket(content.nested)
            case 6: quoted = try EmbeddedTicket(content.nested)
            case 7: replyTo = content.text
            case 8: contentWarning = content.text
            case 9:
                let (name, value) = try nameAndValue(content.nested)
                source.fields[name] = value
            case 10: source.raw = content.text
            case 11: reactions.formUnion(Reaction(rawValue: content.text).map { [$0] } ?? [])
            case 12: uri = content.text
            case 13: detectedLanguage = .guess(content.text.isEmpty ? nil : content.text)
            default: break
            }
        }
    }
}

private func nameAndValue(_ record: consuming RecordReader) throws -> (name: String, value: String) {
    var pair = (name: "", value: "")
    while let (field, content) = try record.next() {
        switch field {
        case 1: pair.name = content.text
        case 2: pair.value = content.text
        default: break
        }
    }
    return pair
}

extension TicketText {
    fileprivate func write(to record: inout RecordWriter) {
        switch self {
        case .plain(let text): record.put(1, text)
        case .html(let markup, let base):
            record.put(2, markup)
            record.put(3, base)
        case .styled(let text): record.put(4) { text.write(to: &$0) }
        }
    }

    fileprivate init(_ record: consuming RecordReader) throws {
        var text = TicketText.plain("")
        var base: String?
        while let (field, content) = try record.next() {
            switch field {
            case 1: text = .plain(content.text)
            case 2: text = .html(content.text, base: nil)
            case 3: base = content.text
            case 4: text = .styled(try StyledText(content.nested))
            default: break
            }
        }
        if case .html(let markup, _) = text {
            text = .html(markup, base: base)
        }
        self = text
    }
}

extension Media {
    fileprivate func write(to record: inout RecordWriter) {
        record.put(1, url)
        record.put(2, kind.rawValue)
        record.put(3, type)
        record.put(4, byteCount)
        record.put(5, width)
        record.put(6, height)
        record.put(7, seconds)
        record.put(8, alternativeText)
    }

    fileprivate init(_ record: consuming RecordReader) throws {
        self.init(url: "", kind: .file)
        while let (field, content) = try record.next() {
            switch field {
            case 1: url = content.text
            case 2: kind = Kind(rawValue: content.text) ?? .file
            case 3: type = content.text
            case 4: byteCount = content.number
            case 5: width = Int(content.number)
            case 6: height = Int(content.number)
            case 7: seconds = Int(content.number)
            case 8: alternativeText = content.text
            default: break
            }
        }
    }
}

extension Counts {
    fileprivate func write(to record: inout RecordWriter) {
        record.put(1, replies)
        record.put(2, boosts)
        record.put(3, likes)
        record.put(4, points)
    }

    fileprivate init(_ record: consuming RecordReader) throws {
        self.init()
        while let (field, content) = try record.next() {
            switch field {
            case 1: replies = Int(content.number)
            case 2: boosts = Int(content.number)
            case 3: likes = Int(content.number)
            case 4: points = Int(content.number)
            default: break
            }
        }
    }
}

extension EmbeddedTicket {
    fileprivate func write(to record: inout RecordWriter) {
        record.put(1, id)
        if let author {
            record.put(2) { author.write(to: &$0) }
        }
        record.put(3, time?.milliseconds)
        record.put(4, title)
        record.put(5) { text.write(to: &$0) }
        record.put(6, link)
    }

    fileprivate init(_ record: consuming RecordReader) throws {
        self.init(id: "")
        while let (field, content) = try record.next() {
            switch field {
            case 1: id = content.text
            case 2: author = try Author(content.nested)
            case 3: time = Timestamp(milliseconds: content.number)
            case 4: title = content.text
            case 5: text = try TicketText(content.nested)
            case 6: link = content.text
            default: break
            }
        }
    }
}

extension Author {
    fileprivate func write(to record: inout RecordWriter) {
        record.put(1, id)
        record.put(2, name)
        record.put(3, handle)
        record.put(4, avatar)
        record.put(5, isVerified ? 1 : 0)
    }

    fileprivate init(_ record: consuming RecordReader) throws {
        self.init(id: "", name: "")
        while let (field, content) = try record.next() {
            switch field {
            case 1: id = content.text
            case 2: name = content.text
            case 3: handle = content.text
            case 4: avatar = content.text
            case 5: isVerified = content.number != 0
            default: break
            }
        }
    }
}
