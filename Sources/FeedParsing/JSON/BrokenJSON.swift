import EngineConcepts
import WebText

/// The complete part of a truncated JSON document: everything up to the last complete member or element, at the depth
/// of list items.
struct BrokenJSON {
    /// Values below the elements of a list in the outermost object are complete or left out: half an item could look
    /// like another one.
    private static let maximumDepth = 2

    /// The complete part, with its closing brackets.
    let completed: [UInt8]
    /// True if the document broke off before its end.
    let isTruncated: Bool
    /// The place where the document broke off, or where unexpected content follows.
    let error: MarkupError

    /// Inspects `bytes`, which are not valid JSON. Returns `nil` if they do not begin like an object or are broken in
    /// another way.
    init?(_ bytes: [UInt8]) {
        var open: [UInt8] = []
        var cut: (end: Int, open: [UInt8])?
        var index = 0
        scan: while index < bytes.count {
            switch bytes[index] {
            case .quotationMark:
                guard let end = Self.endOfString(bytes, from: index) else { break scan }
                index = end
                continue
            case .leftBrace: open.append(.rightBrace)
            case .leftBracket: open.append(.rightBracket)
            case .rightBrace, .rightBracket:
                guard open.popLast() == bytes[index] else { return nil }
                if open.count <= Self.maximumDepth { cut = (index + 1, open) }
                guard !open.isEmpty else { break scan }
            case .comma:
                if open.count <= Self.maximumDepth { cut = (index, open) }
            default: break
            }
            index += 1
        }
        guard let cut else { return nil }
        let isWhole = cut.open.isEmpty
        guard !isWhole || bytes[cut.end...].contains(where: { !$0.isASCIIWhitespace }) else { return nil }
        isTruncated = !isWhole
        completed = bytes[..<cut.end] + cut.open.reversed()
        error = Self.error(
            isWhole ? Message("goesOn") : Message("breaksOff"), at: isWhole ? cut.end : bytes.count, in: bytes)
    }

    /// Returns the index after the string that begins at `start`, or `nil` if it does not end.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start + 1
        while index < bytes.count {
            switch bytes[index] {
            case .quotationMark: return index + 1
            case .backslash: index += 2
            default: index += 1
            }
        }
        return nil
    }

    private static func error(_ message: Message, at end: Int, in bytes: [UInt8]) -> MarkupError {
        let lines = bytes[..<end].count { $0 == .lineFeed }
        let start = bytes[..<end].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        return MarkupError(message: message, line: lines + 1, column: end - start + 1)
    }
}
