import EngineConcepts

/// The gaps of one version as fields: first the missing suppliers with their causes, then the gaps, which refer to them
/// by number, since a thousand suppliers can be missing from a hundred gaps.
enum GapList {
    static func bytes(of gaps: [Gap]) throws -> [UInt8] {
        var fields = FieldWriter()
        var numbers: [Gap.Missing: Int] = [:]
        for missing in gaps.lazy.flatMap(\.missing) where numbers[missing] == nil {
            numbers[missing] = numbers.count
            try fields.put(1) { try missing.write(to: &$0) }
        }
        for gap in gaps {
            fields.put(2) { fields in
                fields.put(1, gap.timeframe.start.milliseconds)
                fields.put(2, gap.timeframe.end.milliseconds)
                fields.put(3, gap.kind == .partial ? 1 : 0)
                for missing in gap.missing {
                    fields.put(4, numbers[missing])
                }
            }
        }
        return fields.bytes
    }

    static func gaps(in bytes: [UInt8]) throws -> [Gap] {
        try bytes.withUnsafeBufferPointer { try gaps(FieldReader($0)) }
    }

    private static func gaps(_ fields: consuming FieldReader) throws -> [Gap] {
        var missing: [Gap.Missing] = []
        var gaps: [Gap] = []
        while let (field, content) = try fields.next() {
            switch field {
            case 1: missing.append(try Gap.Missing(content.nested))
            case 2: gaps.append(try gap(content.nested, of: missing))
            default: break
            }
        }
        return gaps
    }

    private static func gap(_ fields: consuming FieldReader, of suppliers: [Gap.Missing]) throws -> Gap {
        var start: Int64 = 0
        var end: Int64 = 0
        var kind = Gap.Kind.full
        var missing: [Gap.Missing] = []
        while let (field, content) = try fields.next() {
            switch field {
            case 1: start = content.number
            case 2: end = content.number
            case 3: kind = content.number == 1 ? .partial : .full
            case 4:
                guard suppliers.indices.contains(Int(content.number)) else { throw damage }
                missing.append(suppliers[Int(content.number)])
            default: break
            }
        }
        guard let timeframe = Timeframe(from: Timestamp(milliseconds: start), downTo: Timestamp(milliseconds: end))
        else { throw damage }
        return Gap(timeframe: timeframe, kind: kind, missing: missing)
    }

    private static let damage = DamagedContent("a gap that cannot be")
}

extension Gap.Missing {
    fileprivate func write(to fields: inout FieldWriter) throws {
        fields.put(1, supplier.rawValue)
        switch cause {
        case .notAsked: fields.put(2, 0)
        case .slow: fields.put(2, 1)
        case .failed(let message):
            fields.put(2, 2)
            fields.put(6, try JSONText().encode(message))
        case .rateLimited(let until):
            fields.put(2, 3)
            fields.put(4, until?.milliseconds)
        case .notAuthorised(let message):
            fields.put(2, 4)
            fields.put(6, try JSONText().encode(message))
        case .agedOut(let lost):
            fields.put(2, 5)
            fields.put(5, lost.map(Int64.init))
        case .tooDense: fields.put(2, 6)
        case .outOfReach: fields.put(2, 7)
        }
    }

    fileprivate init(_ fields: consuming FieldReader) throws {
        var supplier = ""
        var cause: Int64 = 0
        var message = Message.verbatim("")
        var until: Timestamp?
        var lost: Int?
        while let (field, content) = try fields.next() {
            switch field {
            case 1: supplier = content.text
            case 2: cause = content.number
            // Plain words, from before reasons were stored as messages.
            case 3: message = .verbatim(content.text)
            case 4: until = Timestamp(milliseconds: content.number)
            case 5: lost = Int(content.number)
            case 6: message = try JSONText().decode(content.text, named: "the cause of a gap")
            default: break
            }
        }
        let known: GapCause =
            switch cause {
            case 1: .slow
            case 2: .failed(message)
            case 3: .rateLimited(until: until)
            case 4: .notAuthorised(message)
            case 5: .agedOut(lost: lost)
            case 6: .tooDense
            case 7: .outOfReach
            default: .notAsked
            }
        self.init(supplier: SupplierID(supplier), cause: known)
    }
}
