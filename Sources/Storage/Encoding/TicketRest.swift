import EngineConcepts

/// The rare parts of a ticket that have no column, as fields.
struct TicketRest {
    private(set) var source = SourceLayer()
    private(set) var detectedLanguage = DetectedLanguage.unknown

    /// Returns the fields of `ticket`, or `nil` if it has no such part. Checks before it writes, since it runs for each
    /// imported ticket.
    static func bytes(of ticket: Ticket, detectedLanguage: DetectedLanguage) -> [UInt8]? {
        var fields = FieldWriter()
        if let summary = ticket.body.summary { fields.put(1) { summary.write(to: &$0) } }
        fields.put(2, ticket.body.application)
        for piece in ticket.body.media {
            fields.put(3) { piece.write(to: &$0) }
        }
        if ticket.body.counts != Counts() { fields.put(4) { ticket.body.counts.write(to: &$0) } }
        if let boosted = ticket.body.boosted { fields.put(5) { boosted.write(to: &$0) } }
        if let quoted = ticket.body.quoted { fields.put(6) { quoted.write(to: &$0) } }
        fields.put(7, ticket.body.replyTo)
        fields.put(8, ticket.body.contentWarning)
        if !ticket.source.fields.isEmpty {
            for (name, value) in ticket.source.fields.sorted(by: { $0.key < $1.key }) {
                fields.put(9) {
                    $0.put(1, name)
                    $0.put(2, value)
                }
            }
        }
        fields.put(10, ticket.source.raw)
        if !ticket.body.reactions.isEmpty {
            for reaction in Reaction.allCases where ticket.body.reactions.contains(reaction) {
                fields.put(11, reaction.rawValue)
            }
        }
        fields.put(12, ticket.body.uri)
        // An empty tag: the words do not show the language.
        if case .guess(let language) = detectedLanguage { fields.put(13, language ?? "") }
        return fields.bytes.isEmpty ? nil : fields.bytes
    }

    /// Reads fields, or none from `nil`, and adds them to a body that has what the columns hold.
    init(_ bytes: UnsafeBufferPointer<UInt8>?, addingTo body: inout TicketBody) throws {
        guard let bytes else { return }
        var fields = FieldReader(bytes)
        while let (field, content) = try fields.next() {
            switch field {
            case 1: body.summary = try TicketText(content.nested)
            case 2: body.application = content.text
            case 3: body.media.append(try Media(content.nested))
            case 4: body.counts = try Counts(content.nested)
            case 5: body.boosted = try EmbeddedTicket(content.nested)
            case 6: body.quoted = try EmbeddedTicket(content.nested)
            case 7: body.replyTo = content.text
            case 8: body.contentWarning = content.text
            case 9:
                let (name, value) = try nameAndValue(content.nested)
                source.fields[name] = value
            case 10: source.raw = content.text
            case 11: body.reactions.formUnion(Reaction(rawValue: content.text).map { [$0] } ?? [])
            case 12: body.uri = content.text
            case 13: detectedLanguage = .guess(content.text.isEmpty ? nil : content.text)
            default: break
            }
        }
    }
}

private func nameAndValue(_ fields: consuming FieldReader) throws -> (name: String, value: String) {
    var pair = (name: "", value: "")
    while let (field, content) = try fields.next() {
        switch field {
        case 1: pair.name = content.text
        case 2: pair.value = content.text
        default: break
        }
    }
    return pair
}

extension TicketText {
    fileprivate func write(to fields: inout FieldWriter) {
        switch self {
        case .plain(let text): fields.put(1, text)
        case .html(let markup, let base):
            fields.put(2, markup)
            fields.put(3, base)
        case .styled(let text): fields.put(4) { text.write(to: &$0) }
        }
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        var text = TicketText.plain("")
        var base: String?
        while let (field, content) = try fields.next() {
            switch field {
            case 1: text = .plain(content.text)
            case 2: text = .html(content.text, base: nil)
            case 3: base = content.text
            case 4: text = .styled(try StyledText(content.nested))
            default: break
            }
        }
        if case .html(let markup, _) = text { text = .html(markup, base: base) }
        self = text
    }
}

extension Media {
    fileprivate func write(to fields: inout FieldWriter) {
        fields.put(1, url)
        fields.put(2, kind.rawValue)
        fields.put(3, type)
        fields.put(4, byteCount)
        fields.put(5, width)
        fields.put(6, height)
        fields.put(7, seconds)
        fields.put(8, alternativeText)
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        self.init(url: "", kind: .file)
        while let (field, content) = try fields.next() {
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
    fileprivate func write(to fields: inout FieldWriter) {
        fields.put(1, replies)
        fields.put(2, boosts)
        fields.put(3, likes)
        fields.put(4, points)
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        self.init()
        while let (field, content) = try fields.next() {
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
    fileprivate func write(to fields: inout FieldWriter) {
        fields.put(1, id)
        if let author { fields.put(2) { author.write(to: &$0) } }
        fields.put(3, time?.milliseconds)
        fields.put(4, title)
        fields.put(5) { text.write(to: &$0) }
        fields.put(6, link)
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        self.init(id: "")
        while let (field, content) = try fields.next() {
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
    fileprivate func write(to fields: inout FieldWriter) {
        fields.put(1, id)
        fields.put(2, name)
        fields.put(3, handle)
        fields.put(4, avatar)
        fields.put(5, isVerified ? 1 : 0)
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        self.init(id: "", name: "")
        while let (field, content) = try fields.next() {
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
