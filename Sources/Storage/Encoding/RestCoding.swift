internal import EngineConcepts

/// What of a ticket has no column of its own, because nothing is ever searched or sorted by it and most tickets have
/// none of it: a record of numbered fields, nil where all are absent.
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

    /// The record of `ticket`. Looks before it writes: this runs for each ticket of an import.
    static func bytes(of ticket: Ticket) -> [UInt8]? {
        var wire = RecordWriter()
        if let summary = ticket.body.summary {
            wire.put(1) { summary.write(to: &$0) }
        }
        wire.put(2, ticket.body.application)
        for piece in ticket.body.media {
            wire.put(3) { piece.write(to: &$0) }
        }
        if ticket.body.counts != Counts() {
            wire.put(4) { ticket.body.counts.write(to: &$0) }
        }
        if let boosted = ticket.body.boosted {
            wire.put(5) { boosted.write(to: &$0) }
        }
        if let quoted = ticket.body.quoted {
            wire.put(6) { quoted.write(to: &$0) }
        }
        wire.put(7, ticket.body.replyTo)
        wire.put(8, ticket.body.contentWarning)
        if !ticket.source.fields.isEmpty {
            for (name, value) in ticket.source.fields.sorted(by: { $0.key < $1.key }) {
                wire.put(9) {
                    $0.put(1, name)
                    $0.put(2, value)
                }
            }
        }
        wire.put(10, ticket.source.raw)
        if !ticket.body.reactions.isEmpty {
            for reaction in Reaction.allCases where ticket.body.reactions.contains(reaction) {
                wire.put(11, reaction.rawValue)
            }
        }
        return wire.bytes.isEmpty ? nil : wire.bytes
    }

    /// Reads a record; nil is one without anything.
    init(bytes: [UInt8]?) throws {
        guard let bytes else { return }
        var wire = RecordReader(bytes[...])
        while let (field, content) = try wire.next() {
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
            default: break
            }
        }
    }
}

private func nameAndValue(_ wire: RecordReader) throws -> (name: String, value: String) {
    var wire = wire
    var pair = (name: "", value: "")
    while let (field, content) = try wire.next() {
        switch field {
        case 1: pair.name = content.text
        case 2: pair.value = content.text
        default: break
        }
    }
    return pair
}

extension TicketText {
    fileprivate func write(to wire: inout RecordWriter) {
        switch self {
        case .plain(let text): wire.put(1, text)
        case .html(let markup, let base):
            wire.put(2, markup)
            wire.put(3, base)
        case .styled(let text): wire.put(4) { text.write(to: &$0) }
        }
    }

    fileprivate init(_ wire: RecordReader) throws {
        var wire = wire
        var text = TicketText.plain("")
        var base: String?
        while let (field, content) = try wire.next() {
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
    fileprivate func write(to wire: inout RecordWriter) {
        wire.put(1, url)
        wire.put(2, kind.rawValue)
        wire.put(3, type)
        wire.put(4, byteCount)
        wire.put(5, width)
        wire.put(6, height)
        wire.put(7, seconds)
        wire.put(8, alternativeText)
    }

    fileprivate init(_ wire: RecordReader) throws {
        self.init(url: "", kind: .file)
        var wire = wire
        while let (field, content) = try wire.next() {
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
    fileprivate func write(to wire: inout RecordWriter) {
        wire.put(1, replies)
        wire.put(2, boosts)
        wire.put(3, likes)
        wire.put(4, points)
    }

    fileprivate init(_ wire: RecordReader) throws {
        self.init()
        var wire = wire
        while let (field, content) = try wire.next() {
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
    fileprivate func write(to wire: inout RecordWriter) {
        wire.put(1, id)
        if let author {
            wire.put(2) { author.write(to: &$0) }
        }
        wire.put(3, time?.milliseconds)
        wire.put(4, title)
        wire.put(5) { text.write(to: &$0) }
        wire.put(6, link)
    }

    fileprivate init(_ wire: RecordReader) throws {
        self.init(id: "")
        var wire = wire
        while let (field, content) = try wire.next() {
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
    fileprivate func write(to wire: inout RecordWriter) {
        wire.put(1, id)
        wire.put(2, name)
        wire.put(3, handle)
        wire.put(4, avatar)
        wire.put(5, isVerified ? 1 : 0)
    }

    fileprivate init(_ wire: RecordReader) throws {
        self.init(id: "", name: "")
        var wire = wire
        while let (field, content) = try wire.next() {
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
