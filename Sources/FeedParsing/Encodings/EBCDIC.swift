/// The encodings of mainframes. Their letters stand elsewhere than ASCII's, so that not even the declaration of the encoding can
/// be read before it is guessed (XML 1.0, appendix F).
enum EBCDIC {
    /// `<?xml` in all of them.
    private static let mark: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94, 0x93]
    /// The one whose letters for a declaration are those of all.
    private static let common = "IBM037"

    /// Whether a document that begins with `bytes` is in one of them.
    static func begins(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: mark)
    }

    /// What turns a document that begins with `bytes` into UTF-8: as it declares itself, as the transport says, or as most are.
    /// What makes no XML of it is no such encoding. Nil where the system knows none.
    static func transcoder(for bytes: [UInt8], _ charset: String?) -> Transcoder? {
        let declared = Transcoder(common).flatMap { FeedInput.declaredEncoding(text(of: bytes, $0)) }
        return [declared, charset, common].lazy.compactMap(\.self)
            .first { name in
                Transcoder(name).map { text(of: mark, $0) == Array("<?xml".utf8) } ?? false
            }
            .flatMap(Transcoder.init)
    }

    /// Calls with `text` with a line feed wherever it has the sign for the next line (U+0085), which XML 1.0 knows as no space.
    static func endingLines(_ text: UnsafeBufferPointer<UInt8>, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let isNextLine = text[index] == 0xc2 && index + 1 < text.count && text[index + 1] == 0x85
            lines.append(isNextLine ? 0x0a : text[index])
            index += isNextLine ? 2 : 1
        }
        lines.withUnsafeBufferPointer(emit)
    }

    private static func text(of bytes: [UInt8], _ transcoder: Transcoder) -> [UInt8] {
        var text: [UInt8] = []
        bytes.withUnsafeBytes { transcoder.take($0) { text += $0 } }
        return text
    }
}
