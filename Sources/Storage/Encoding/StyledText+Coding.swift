import EngineConcepts

extension StyledText {
    func write(to fields: inout FieldWriter) {
        for block in blocks {
            fields.put(1) { block.write(to: &$0) }
        }
    }

    /// Reads fields, or none from `nil`.
    init(_ fields: consuming FieldReader?) throws {
        self.init()
        guard var fields else { return }
        while let (field, content) = try fields.next() {
            if field == 1 { blocks.append(try Block(content.nested)) }
        }
    }
}

extension StyledText.Block {
    fileprivate func write(to fields: inout FieldWriter) {
        switch kind {
        case .paragraph: fields.put(1, 0)
        case .heading(let level):
            fields.put(1, 1)
            fields.put(2, level)
        case .listItem(let depth, let marker):
            fields.put(1, 2)
            fields.put(2, depth)
            fields.put(3, marker)
        case .listContinuation(let depth):
            fields.put(1, 3)
            fields.put(2, depth)
        case .preformatted: fields.put(1, 4)
        case .tableRow(let header):
            fields.put(1, 5)
            fields.put(2, header ? 1 : 0)
        case .caption: fields.put(1, 6)
        case .rule: fields.put(1, 7)
        }
        if quoteDepth != 0 { fields.put(4, quoteDepth) }
        fields.put(5, text)
        for entity in entities {
            fields.put(6) { entity.write(to: &$0) }
        }
    }

    /// The deepest nesting that is drawn. Damaged fields may say any number.
    private static let deepest: Int64 = 1000

    private static func depth(_ content: FieldReader.Content) -> Int {
        Int(min(max(content.number, 0), deepest))
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        self.init(text: "")
        var kind: Int64 = 0
        var number = 0
        var marker = ""
        while let (field, content) = try fields.next() {
            switch field {
            case 1: kind = content.number
            case 2: number = Self.depth(content)
            case 3: marker = content.text
            case 4: quoteDepth = Self.depth(content)
            case 5: text = content.text
            case 6:
                if let entity = try StyledText.Entity(content.nested) { entities.append(entity) }
            default: break
            }
        }
        self.kind =
            switch kind {
            case 1: .heading(level: number)
            case 2: .listItem(depth: number, marker: marker)
            case 3: .listContinuation(depth: number)
            case 4: .preformatted
            case 5: .tableRow(header: number != 0)
            case 6: .caption
            case 7: .rule
            default: .paragraph
            }
    }
}

extension StyledText.Entity {
    fileprivate func write(to fields: inout FieldWriter) {
        fields.put(1, kind.rawValue)
        fields.put(2, range.lowerBound)
        fields.put(3, range.count)
        fields.put(4, target)
    }

    /// Returns `nil` for an unknown role: the text stays, the role is lost.
    fileprivate init?(_ fields: consuming FieldReader) throws {
        var kind: StyledText.EntityKind?
        var start: Int64 = 0
        var count: Int64 = 0
        var target: String?
        while let (field, content) = try fields.next() {
            switch field {
            case 1: kind = StyledText.EntityKind(rawValue: content.text)
            case 2: start = content.number
            case 3: count = content.number
            case 4: target = content.text
            default: break
            }
        }
        let (end, overflow) = start.addingReportingOverflow(count)
        guard let kind, start >= 0, count >= 0, !overflow else { return nil }
        self.init(kind, Int(start)..<Int(end), target: target)
    }
}
