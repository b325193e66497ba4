import WebText

/// The encoding of a document, chosen by its first bytes.
///
/// It comes from, in this order: the byte order mark, the transport, the XML declaration, UTF-8, and for invalid UTF-8 the
/// document's language.
struct DocumentEncoding {
    /// The number of bytes inspected before the encoding is chosen.
    static let prefixLength = 2048

    /// The converter to UTF-8, or `nil` if the document is in UTF-8.
    private(set) var transcoder: Transcoder?
    /// True if the converted text has EBCDIC's own line separator.
    private(set) var isEBCDIC = false
    /// The encoding that the document's language suggests, if the whole document is read in it.
    private(set) var assumed: AssumedEncoding?
    /// True if only the transport declares Windows-1252. The document is then read as UTF-8, and bytes that are not UTF-8 in
    /// that encoding, as ever.
    private(set) var isWestern = false
    /// The number of bytes of the byte order mark, or 0 if there is none.
    private(set) var byteOrderMarkLength = 0
    /// True if there is a zero byte near the beginning, as in programs and pictures: no text in this encoding has one.
    private(set) var isBinary = false

    /// Chooses the encoding of a document that begins with `bytes` and whose transport declares `charset`.
    init(ofDocumentBeginning bytes: [UInt8], charset: String?) {
        if let (name, length) = Self.byteOrderMark(bytes) {
            transcoder = name.flatMap(Transcoder.init)
            byteOrderMarkLength = length
        } else if let wide = Self.unmarkedWideEncoding(bytes).flatMap(Transcoder.init) {
            transcoder = wide
        } else if EBCDIC.beginsXML(bytes) {
            transcoder = EBCDIC.transcoder(ofDocumentBeginning: bytes, charset: charset)
            isEBCDIC = true
        } else {
            isBinary = bytes.prefix(Self.prefixLength).contains(0)
            chooseDeclared(bytes, charset)
        }
    }

    private mutating func chooseDeclared(_ bytes: [UInt8], _ charset: String?) {
        let declared = Self.declaredEncoding(bytes)
        // The prefix was readable in a single-byte encoding, so the document cannot be in a wide one, whatever it
        // declares.
        guard let name = Self.trustedName(charset, declared, for: bytes), !EncodingLabel.isUTF8(name),
            !EncodingLabel.isWide(name)
        else { return assumeByLanguage(bytes) }
        // Servers often declare Latin-1 for everything, and generators a default. A prefix that is valid UTF-8 with
        // non-ASCII characters is not in a single-byte encoding by chance.
        let isUnconfirmed = charset != nil && declared.map(EncodingLabel.isUTF8) ?? true
        let isUnreliable = EncodingLabel.isSingleByte(name) || isUnconfirmed
        if isUnreliable, Self.isValidUTF8BeyondASCII(bytes) { return }
        // Behind an ASCII prefix, nothing shows yet if the transport is right.
        if isUnconfirmed, EncodingLabel.isWestern(name) {
            isWestern = true
            return
        }
        transcoder = Transcoder(EncodingLabel.converterName(of: name))
        if transcoder == nil { assumeByLanguage(bytes) }
    }

    /// Chooses the encoding by the document's language if the document is not valid UTF-8.
    private mutating func assumeByLanguage(_ bytes: [UInt8]) {
        guard let assumed = AssumedEncoding(ofDocumentBeginning: Self.completeCharacters(bytes)) else { return }
        transcoder = Transcoder(EncodingLabel.converterName(of: assumed.name))
        if transcoder != nil { self.assumed = assumed }
    }

    /// Chooses between the transport's and the document's encoding: the transport's, unless it says UTF-8 and the
    /// bytes are not valid UTF-8.
    private static func trustedName(_ charset: String?, _ declared: String?, for bytes: [UInt8]) -> String? {
        guard let charset, let declared, EncodingLabel.isUTF8(charset), !EncodingLabel.isUTF8(declared),
            !isValidUTF8(bytes)
        else { return charset ?? declared }
        return declared
    }

    /// Returns the encoding (`nil` for UTF-8) and the length of the byte order mark, or `nil` if there is none.
    private static func byteOrderMark(_ bytes: [UInt8]) -> (encoding: String?, length: Int)? {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return (nil, 3) }
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xff, 0xfe]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xfe, 0xff]) { return ("UTF-16BE", 2) }
        return nil
    }

    /// Returns the encoding of a document in wide characters without a byte order mark, or `nil` for other documents.
    private static func unmarkedWideEncoding(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        // `<` as in XML or `{` as in JSON, followed by another ASCII character.
        let first: Set<UInt8> = [.lessThan, .leftBrace]
        return switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (let mark, 0, 0, 0) where first.contains(mark): "UTF-32LE"
        case (0, 0, 0, let mark) where first.contains(mark): "UTF-32BE"
        case (let mark, 0, _, 0) where first.contains(mark): "UTF-16LE"
        case (0, let mark, 0, _) where first.contains(mark): "UTF-16BE"
        default: nil
        }
    }

    /// Returns the value of `encoding=` in the XML declaration.
    static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(prefixLength)
        guard let start = head.firstRange(ofBytes: "<?xml"),
            let end = head[start.upperBound...].firstRange(ofBytes: "?>"),
            let key = head[start.upperBound..<end.lowerBound].firstRange(ofBytes: "encoding")
        else { return nil }
        let rest = head[key.upperBound..<end.lowerBound].drop { $0.isASCIIWhitespace || $0 == .equalsSign }
        guard let quote = rest.first, quote.isQuote else { return nil }
        let name = rest.dropFirst().prefix { $0 != quote }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func isValidUTF8BeyondASCII(_ bytes: [UInt8]) -> Bool {
        completeCharacters(bytes).contains { $0 >= 0x80 } && isValidUTF8(bytes)
    }

    private static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: completeCharacters(bytes), as: UTF8.self) != nil
    }

    /// Returns the inspected prefix up to its last ASCII byte, behind which no character is cut.
    private static func completeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let head = bytes.prefix(prefixLength)
        return head[..<(head.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? head.startIndex)]
    }
}
