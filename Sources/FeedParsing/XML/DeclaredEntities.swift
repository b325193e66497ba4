import WebText

/// The entities that a document declares for itself, in front of its first element: `<!ENTITY copyright "© The Owners">`.
///
/// What they stand for is text, markup in it included: in the texts of a feed that is what markup is anyway. One that is made of
/// others is not expanded, nor one that stands for another document, nor more of them, longer ones or more text of theirs
/// altogether than any feed has: entities cannot make a document much larger than it is, whatever they are.
struct DeclaredEntities {
    /// The sets of names that XHTML has hold some 250.
    private static let most = 512
    /// As long as a notice of copyright may be, in bytes.
    private static let longestText = 1024
    /// In bytes.
    private static let longestName = 64
    /// How much text of theirs a document may have, in bytes.
    private static let mostText = 1 << 20

    private struct Entity {
        var text: [UInt8]
        var line: Int
    }

    private var entities: [String: Entity] = [:]
    private var length = 0
    /// What is not expanded, in the order in which it was met; of a kind only the first.
    private(set) var refusals: [FeedRefusal] = []

    /// Whether there is none that can be expanded.
    var isEmpty: Bool { entities.isEmpty }

    /// Takes note of the declaration whose name follows at `start`, in this line of the document. Of two of the same name the
    /// first counts (XML 1.0 §4.2). Those of XML itself mean what they mean.
    mutating func declare(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int) {
        var index = start
        Self.skipSpace(bytes, &index)
        // An entity of declarations themselves, which no text can refer to.
        let isParameter = index < bytes.count && bytes[index] == 0x25
        if isParameter {
            index += 1
            Self.skipSpace(bytes, &index)
        }
        let name = Self.name(bytes, &index)
        Self.skipSpace(bytes, &index)
        guard let name, index < bytes.count else { return }
        guard bytes[index] == 0x22 || bytes[index] == 0x27 else {
            let word = bytes[index...].prefix(6)
            if word.elementsEqual("SYSTEM".utf8) || word.elementsEqual("PUBLIC".utf8) {
                refuse(.externalEntity(line: line))
            }
            return
        }
        guard !isParameter, entities[name] == nil, !["lt", "gt", "amp", "quot", "apos"].contains(name) else { return }
        let value = bytes[(index + 1)...].prefix(Self.longestText + 1).prefix { $0 != bytes[index] }
        guard value.count <= Self.longestText, value.endIndex < bytes.count, entities.count < Self.most,
            let text = Self.text(of: Array(value))
        else {
            return refuse(.endlessEntities(line: line))
        }
        entities[name] = Entity(text: text, line: line)
    }

    /// What stands for the reference that begins with the ampersand at `index`, and where that ends; nil where it is none to an
    /// entity that was declared, or where they have stood for too much already.
    mutating func expand(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: [UInt8], end: Int)? {
        var end = index + 1
        guard let name = Self.name(bytes, &end), end < bytes.count, bytes[end] == 0x3b, let entity = entities[name]
        else { return nil }
        guard length + entity.text.count <= Self.mostText else {
            refuse(.endlessEntities(line: entity.line))
            return nil
        }
        length += entity.text.count
        return (entity.text, end + 1)
    }

    private mutating func refuse(_ refusal: FeedRefusal) {
        let isKnown = refusals.contains { known in
            switch (known, refusal) {
            case (.endlessEntities, .endlessEntities), (.externalEntity, .externalEntity): true
            default: false
            }
        }
        if !isKnown { refusals.append(refusal) }
    }

    /// The text that a value stands for: references by number are replaced where it is declared, all others where it is used
    /// (XML 1.0 §4.4). Nil where it is made of other entities.
    private static func text(of value: [UInt8]) -> [UInt8]? {
        resolved(value, byNumberOnly: true).flatMap { resolved($0, byNumberOnly: false) }
    }

    private static func resolved(_ value: [UInt8], byNumberOnly: Bool) -> [UInt8]? {
        value.withUnsafeBufferPointer { bytes in
            var text: [UInt8] = []
            var index = 0
            while index < bytes.count {
                let isReference = bytes[index] == 0x26
                let isNumber = isReference && index + 1 < bytes.count && bytes[index + 1] == 0x23
                if isReference, isNumber || !byNumberOnly {
                    if let reference = CharacterReference.read(bytes, at: index).meaning {
                        text += Array(String(reference.first.isForbiddenInXML ? " " : reference.first).utf8)
                        text += reference.second.map { Array(String($0).utf8) } ?? []
                        index = reference.end
                        continue
                    }
                    var end = index + 1
                    if name(bytes, &end) != nil, end < bytes.count, bytes[end] == 0x3b { return nil }
                }
                text.append(bytes[index])
                index += 1
            }
            return text
        }
    }

    private static func name(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> String? {
        let start = index
        while index < bytes.count, index - start <= longestName,
            bytes[index].isASCIILetter || bytes[index].isASCIIDigit || bytes[index] >= 0x80
                || [0x2d, 0x2e, 0x3a, 0x5f].contains(bytes[index])
        {
            index += 1
        }
        guard index > start, index - start <= longestName else { return nil }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
    }
}
