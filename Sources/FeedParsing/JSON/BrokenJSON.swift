import WebText

/// What is left of a JSON document that breaks off: everything up to the last member or element that is complete, as far out
/// as items of a list stand in it.
struct BrokenJSON {
    /// Values that stand deeper than the elements of a list in the outermost object are whole or they are not there: half an
    /// item could look like another one.
    private static let deepest = 2

    /// The part that is complete, with the brackets that end it.
    let completed: [UInt8]
    /// Whether it breaks off before its end.
    let isCutOff: Bool
    /// Where it broke off, or where something follows that does not belong to it.
    let fault: MarkupFault

    /// Looks at `bytes`, which are no JSON; nil where they do not begin like an object, or are broken in another way.
    init?(_ bytes: [UInt8]) {
        var open: [UInt8] = []
        var cut: (end: Int, open: [UInt8])?
        var index = 0
        scan: while index < bytes.count {
            switch bytes[index] {
            case 0x22:
                guard let end = Self.endOfString(bytes, from: index) else { break scan }
                index = end
                continue
            case 0x7b, 0x5b: open.append(bytes[index] + 2)
            case 0x7d, 0x5d:
                guard open.popLast() == bytes[index] else { return nil }
                if open.count <= Self.deepest { cut = (index + 1, open) }
                guard !open.isEmpty else { break scan }
            case 0x2c:
                if open.count <= Self.deepest { cut = (index, open) }
            default: break
            }
            index += 1
        }
        guard let cut else { return nil }
        let isWhole = cut.open.isEmpty
        guard !isWhole || bytes[cut.end...].contains(where: { !$0.isASCIIWhitespace }) else { return nil }
        isCutOff = !isWhole
        completed = bytes[..<cut.end] + cut.open.reversed()
        fault = Self.fault(
            isWhole ? "it goes on behind its end" : "it breaks off there",
            at: isWhole ? cut.end : bytes.count, in: bytes)
    }

    /// Where the string ends that begins at `start`; nil where it does not.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start + 1
        while index < bytes.count {
            switch bytes[index] {
            case 0x22: return index + 1
            case 0x5c: index += 2
            default: index += 1
            }
        }
        return nil
    }

    private static func fault(_ message: String, at end: Int, in bytes: [UInt8]) -> MarkupFault {
        let lines = bytes[..<end].count { $0 == 0x0a }
        let start = bytes[..<end].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        return MarkupFault(message: message, line: lines + 1, column: end - start + 1)
    }
}
