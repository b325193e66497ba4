import WebText

/// The entities that a document declares before its first element: `<!ENTITY copyright "© The Owners">`.
///
/// Their text may contain markup. An entity is not expanded if it refers to other entities or to another document, or
/// if the document has more entities, longer ones or more expanded text than any real feed. So entities cannot make a
/// document much larger than it is.
struct DeclaredEntities {
    /// The maximum number of entities. XHTML's entity sets have some 250.
    private static let maximumEntities = 512
    /// The maximum length of an entity's text in bytes, enough for a copyright notice.
    private static let maximumTextLength = 1024
    /// The maximum length of a name in bytes.
    private static let maximumNameLength = 64
    /// The maximum expanded text in one document in bytes.
    private static let maximumExpansion = 1 << 20

    private struct Entity {
        var text: [UInt8]
        var line: Int
    }

    private var entities: [String: Entity] = [:]
    private var length = 0
    /// The kinds of entities that are not expanded, each with its first occurrence.
    private(set) var blockedContent: [BlockedContent] = []

    /// True if no entity can be expanded.
    var isEmpty: Bool { entities.isEmpty }

    /// Records the declaration whose name follows at `start`, on this line. The first of two declarations counts (XML
    /// 1.0 §4.2). XML's own entities cannot be changed.
    mutating func declare(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int) {
        var cursor = MarkupCursor(bytes: bytes, index: start)
        cursor.skipSpace()
        // A parameter entity, which text cannot refer to.
        let isParameter = cursor.skip("%")
        cursor.skipSpace()
        let name = Self.name(bytes, &cursor.index)
        cursor.skipSpace()
        let index = cursor.index
        guard let name, index < bytes.count else { return }
        guard bytes[index].isQuote else {
            let word = bytes[index...].prefix(6)
            if word.elementsEqual("SYSTEM".utf8) || word.elementsEqual("PUBLIC".utf8) {
                block(.externalEntity(line: line))
            }
            return
        }
        guard !isParameter, entities[name] == nil, !["lt", "gt", "amp", "quot", "apos"].contains(name) else { return }
        let value = bytes[(index + 1)...].prefix(Self.maximumTextLength + 1).prefix { $0 != bytes[index] }
        guard value.count <= Self.maximumTextLength, value.endIndex < bytes.count,
            entities.count < Self.maximumEntities,
            let text = Self.text(of: Array(value))
        else {
            return block(.excessiveEntities(line: line))
        }
        entities[name] = Entity(text: text, line: line)
    }

    /// Returns the text for the reference that begins with the ampersand at `index`, and the index after it. Returns
    /// `nil` if the entity is not declared or the limit of expanded text is reached.
    mutating func expand(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: [UInt8], end: Int)? {
        var end = index + 1
        guard let name = Self.name(bytes, &end), end < bytes.count, bytes[end] == .semicolon,
            let entity = entities[name]
        else { return nil }
        guard length + entity.text.count <= Self.maximumExpansion else {
            block(.excessiveEntities(line: entity.line))
            return nil
        }
        length += entity.text.count
        return (entity.text, end + 1)
    }

    private mutating func block(_ content: BlockedContent) {
        let isKnown = blockedContent.contains { known in
            switch (known, content) {
            case (.excessiveEntities, .excessiveEntities), (.externalEntity, .externalEntity): true
            default: false
            }
        }
        if !isKnown { blockedContent.append(content) }
    }

    /// Returns the text of an entity value: numeric references are resolved in the declaration, all others on use
    /// (XML 1.0 §4.4). Returns `nil` if the value refers to other entities.
    private static func text(of value: [UInt8]) -> [UInt8]? {
        resolved(value, byNumberOnly: true).flatMap { resolved($0, byNumberOnly: false) }
    }

    private static func resolved(_ value: [UInt8], byNumberOnly: Bool) -> [UInt8]? {
        value.withUnsafeBufferPointer { bytes in
            var text: [UInt8] = []
            var index = 0
            while index < bytes.count {
                let isReference = bytes[index] == .ampersand
                let isNumber = isReference && index + 1 < bytes.count && bytes[index + 1] == .numberSign
                if isReference, isNumber || !byNumberOnly {
                    if let reference = CharacterReference.read(bytes, at: index) {
                        text += Array(String(reference.first.allowedInXML).utf8)
                        text += reference.second.map { Array(String($0).utf8) } ?? []
                        index = reference.end
                        continue
                    }
                    var end = index + 1
                    if name(bytes, &end) != nil, end < bytes.count, bytes[end] == .semicolon { return nil }
                }
                text.append(bytes[index])
                index += 1
            }
            return text
        }
    }

    private static func name(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> String? {
        let start = index
        while index < bytes.count, index - start <= maximumNameLength,
            bytes[index].isASCIILetter || bytes[index].isASCIIDigit || bytes[index] >= 0x80
                || "-.:_".utf8.contains(bytes[index])
        {
            index += 1
        }
        guard index > start, index - start <= maximumNameLength else { return nil }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}
