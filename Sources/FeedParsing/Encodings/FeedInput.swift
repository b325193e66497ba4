import CLibXML2
import WebText

/// Turns the bytes of a document, in any chunks and encoding, into clean UTF-8 blocks whose borders depend only on
/// the document. The code behind it sees the same input however the network split it.
///
/// The encoding comes from, in this order: the byte order mark, the transport, the XML declaration, UTF-8, and for
/// invalid UTF-8 the document's language. ``DocumentCleaner`` repairs invalid bytes.
struct FeedInput: ~Copyable {
    /// The number of bytes inspected before the encoding is chosen.
    private static let prefixLength = 2048
    /// The size of a block: large enough to make calls rare, small enough for the CPU cache.
    private static let blockLength = 64 * 1024
    /// The maximum size of a block while searching for the start of a tag.
    private static let maximumBlockLength = 1 << 20

    private enum Phase {
        case sniffing
        case utf8
        case transcoding(Transcoder, isEBCDIC: Bool = false)
    }

    private let charset: String?
    private var phase = Phase.sniffing
    /// The encoding guessed from the document's language, if the whole document is read in it.
    private var guessed: AssumedEncoding?
    private var raw: [UInt8] = []
    private var block = ByteArena(capacity: 2 * blockLength)
    private var cleaner = DocumentCleaner()
    /// The number of bytes in the block that are known to contain no `<` after the first byte, so that they are not
    /// searched again.
    private var tagless = 0

    /// Creates an input for a document whose transport declares `charset`.
    init(charset: String?) {
        self.charset = charset
    }

    /// The assumed encoding so far, or `nil` if the document declares its encoding or is in UTF-8.
    var assumed: AssumedEncoding? {
        guessed ?? (cleaner.hasInvalidUTF8 ? .western : nil)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard case .sniffing = phase else { return decode(bytes, emit) }
        raw.append(contentsOf: bytes)
        if raw.count >= Self.prefixLength { endSniffing(emit) }
    }

    mutating func finish(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        if case .sniffing = phase { endSniffing(emit) }
        if case .transcoding(let transcoder, let isEBCDIC) = phase {
            transcoder.finish { clean($0, isEBCDIC: isEBCDIC) }
        }
        cleaner.finish(into: &block)
        emitBlocks(emit)
        guard block.count > 0 else { return }
        emit(block.bytes())
        block.truncate(to: 0)
    }

    private mutating func endSniffing(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        decide()
        let prefix = raw
        raw = []
        prefix.withUnsafeBytes { decode($0, emit) }
    }

    private mutating func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        // In slices, so that a huge chunk of clean bytes does not become a huge block.
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockLength))
            rest = rest.dropFirst(Self.blockLength)
            switch phase {
            case .transcoding(let transcoder, let isEBCDIC):
                transcoder.decode(slice) { clean($0, isEBCDIC: isEBCDIC) }
            case .sniffing, .utf8: cleaner.clean(slice.assumingMemoryBound(to: UInt8.self), into: &block)
            }
            emitBlocks(emit)
        }
    }

    /// Cleans text that a transcoder has written. EBCDIC has its own line separator.
    private mutating func clean(_ text: UnsafeBufferPointer<UInt8>, isEBCDIC: Bool) {
        guard isEBCDIC else { return cleaner.clean(text, into: &block) }
        EBCDIC.endingLines(text) { cleaner.clean($0, into: &block) }
    }

    /// Returns where to cut a block without `<`: after white space, which never occurs inside a reference, or at
    /// least between two characters.
    private static func border(in bytes: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        if let space = bytes[(end - 1024)..<end].lastIndex(where: \.isASCIIWhitespace) { return space + 1 }
        return bytes[..<end].lastIndex { $0 & 0xc0 != 0x80 } ?? end
    }

    /// Cuts each full block before its last `<`. Such a cut is never inside a tag, which the push parser cannot
    /// handle.
    private mutating func emitBlocks(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        let bytes = block.bytes()
        var start = 0
        while bytes.count - start >= Self.blockLength {
            let known = start == 0 ? tagless : 0
            var end = start + Self.blockLength
            if known < Self.blockLength, let cut = bytes.lastTag(in: (start + 1)..<end) {
                end = cut
            } else if let cut = bytes.firstTag(from: max(end, start + known)) {
                end = cut
            } else if bytes.count - start >= Self.maximumBlockLength {
                end = Self.border(in: bytes, before: start + Self.maximumBlockLength)
            } else {
                tagless = bytes.count - start
                break
            }
            emit(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            start = end
            tagless = 0
        }
        block.dropFirst(start)
    }

    private mutating func decide() {
        phase = .utf8
        if let (name, length) = Self.byteOrderMark(raw) {
            raw.removeFirst(length)
            if let name, let transcoder = Transcoder(name) { phase = .transcoding(transcoder) }
            return
        }
        if let wide = Self.unmarkedWideEncoding(raw), let transcoder = Transcoder(wide) {
            phase = .transcoding(transcoder)
            return
        }
        if EBCDIC.begins(raw) {
            let transcoder = EBCDIC.transcoder(for: raw, charset)
            if let transcoder { phase = .transcoding(transcoder, isEBCDIC: true) }
            return
        }
        let declared = Self.declaredEncoding(raw)
        // The prefix was readable in a single-byte encoding, so the document cannot be in a wide one, whatever it
        // declares.
        guard let name = Self.name(charset, declared, for: raw), !Self.isUTF8(name), !Self.isWide(name) else {
            return guess()
        }
        // Servers often declare Latin-1 for everything, and generators a default. A prefix that is valid UTF-8 with
        // non-ASCII characters is not in a single-byte encoding by chance.
        let isUnreliable = EncodingLabel.isSingleByte(name) || (charset != nil && declared.map(Self.isUTF8) ?? true)
        if isUnreliable, Self.isUTF8BeyondASCII(raw) { return }
        guard let transcoder = Transcoder(EncodingLabel.converterName(of: name)) else { return guess() }
        phase = .transcoding(transcoder)
    }

    /// Chooses the encoding by the document's language, since it is not valid UTF-8.
    private mutating func guess() {
        guard let assumed = AssumedEncoding(ofDocumentBeginning: Self.completeCharacters(raw)),
            let transcoder = Transcoder(EncodingLabel.converterName(of: assumed.name))
        else { return }
        guessed = assumed
        phase = .transcoding(transcoder)
    }

    /// Chooses between the transport's and the document's encoding: the transport's, unless it says UTF-8 and the
    /// bytes are not valid UTF-8.
    private static func name(_ charset: String?, _ declared: String?, for bytes: [UInt8]) -> String? {
        guard let charset, let declared, isUTF8(charset), !isUTF8(declared), !isUTF8(bytes) else {
            return charset ?? declared
        }
        return declared
    }

    private static func byteOrderMark(_ bytes: [UInt8]) -> (String?, Int)? {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return (nil, 3) }
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xff, 0xfe]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xfe, 0xff]) { return ("UTF-16BE", 2) }
        return nil
    }

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
        guard let quote = rest.first, quote.isQuotationMark else { return nil }
        let name = rest.dropFirst().prefix { $0 != quote }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func isWide(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4", "iso-10646-ucs"].contains { name.hasPrefix($0) }
    }

    private static func isUTF8(_ name: String) -> Bool {
        ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased())
    }

    private static func isUTF8BeyondASCII(_ bytes: [UInt8]) -> Bool {
        completeCharacters(bytes).contains { $0 >= 0x80 } && isUTF8(bytes)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: completeCharacters(bytes), as: UTF8.self) != nil
    }

    /// Returns the inspected prefix, cut at a character boundary in any encoding.
    private static func completeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let head = bytes.prefix(prefixLength)
        return head[..<(head.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? head.startIndex)]
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the last `<` in `range`.
    fileprivate func lastTag(in range: Range<Int>) -> Int? {
        var index = range.upperBound
        while index > range.lowerBound {
            index -= 1
            if self[index] == .lessThan { return index }
        }
        return nil
    }

    /// Returns the index of the first `<` at or after `start`.
    fileprivate func firstTag(from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(UInt8.lessThan), count - start)
        else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
