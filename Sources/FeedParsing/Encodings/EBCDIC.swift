import WebText

/// Mainframe encodings. Their letters have other codes than in ASCII, so the encoding must be guessed before its
/// declaration can be read (XML 1.0, appendix F).
enum EBCDIC {
    /// `<?xml` in every EBCDIC encoding.
    private static let beginning: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94, 0x93]
    /// The encoding used to read the declaration; its characters are common to all of them.
    private static let common = "IBM037"

    /// Returns true if a document that begins with `bytes` is XML in EBCDIC.
    static func beginsXML(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: beginning)
    }

    /// Returns the transcoder of a document that begins with `bytes`: for the declared encoding, the transport's, or the
    /// common one. Encodings that do not turn the beginning into XML are rejected. Returns `nil` if the system supports
    /// none.
    static func transcoder(ofDocumentBeginning bytes: [UInt8], charset: String?) -> Transcoder? {
        let declared = Transcoder(common).flatMap { DocumentEncoding.declaredEncoding(text(of: bytes, $0)) }
        for name in [declared, charset, common].compactMap(\.self) {
            guard let transcoder = Transcoder(name) else { continue }
            if text(of: beginning, transcoder) == Array("<?xml".utf8) { return transcoder }
        }
        return nil
    }

    /// Calls `emit` with `text`, in which each next-line character (U+0085), the line separator of EBCDIC, is replaced by a
    /// line feed, because XML 1.0 does not accept it as white space.
    static func replacingNextLines(
        in text: UnsafeBufferPointer<UInt8>, _ emit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let isNextLine = text[index] == 0xc2 && index + 1 < text.count && text[index + 1] == 0x85
            lines.append(isNextLine ? .lineFeed : text[index])
            index += isNextLine ? 2 : 1
        }
        lines.withUnsafeBufferPointer(emit)
    }

    private static func text(of bytes: [UInt8], _ transcoder: Transcoder) -> [UInt8] {
        var text: [UInt8] = []
        bytes.withUnsafeBytes { transcoder.decode($0) { text += $0 } }
        return text
    }
}
