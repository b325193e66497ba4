import CByteScan
import WebText

/// Turns the bytes of a document, in any chunks and encoding, into clean UTF-8 blocks whose borders depend only on
/// the document. The code behind it sees the same input however the network split it.
///
/// ``DocumentEncoding`` chooses the encoding, and ``DocumentCleaner`` repairs invalid bytes.
struct FeedInput: ~Copyable {
    /// The size of a block: large enough to make calls rare, small enough for the CPU cache.
    private static let blockLength = 64 * 1024
    /// The maximum size of a block while searching for the start of a tag.
    private static let maximumBlockLength = 1 << 20

    private let charset: String?
    /// The encoding, or `nil` before it is chosen.
    private var encoding: DocumentEncoding?
    /// The bytes that arrived before the encoding was chosen.
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
        guard let encoding, !encoding.isWestern else { return nil }
        return encoding.assumed ?? (cleaner.hasInvalidUTF8 ? .western : nil)
    }

    /// True if the document is not text.
    var isBinary: Bool { encoding?.isBinary ?? false }

    /// Decodes and cleans bytes, and emits the blocks that are full.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        if let encoding { return decode(bytes, in: encoding, emit) }
        raw.append(contentsOf: bytes)
        if raw.count >= DocumentEncoding.prefixLength { chooseEncoding(emit) }
    }

    /// Ends the document and emits its last blocks.
    mutating func finish(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        if encoding == nil { chooseEncoding(emit) }
        if let encoding { encoding.transcoder?.finish { clean($0, isEBCDIC: encoding.isEBCDIC) } }
        cleaner.finish(into: &block)
        emitBlocks(emit)
        guard block.count > 0 else { return }
        emit(block.bytes())
        block.truncate(to: 0)
    }

    /// Chooses the encoding and decodes what has arrived.
    private mutating func chooseEncoding(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        let chosen = DocumentEncoding(ofDocumentBeginning: raw, charset: charset)
        encoding = chosen
        let beginning = raw.dropFirst(chosen.byteOrderMarkLength)
        raw = []
        beginning.withUnsafeBytes { decode($0, in: chosen, emit) }
    }

    private mutating func decode(
        _ bytes: UnsafeRawBufferPointer, in encoding: DocumentEncoding, _ emit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        // In slices, so that a huge chunk of clean bytes does not become a huge block.
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockLength))
            rest = rest.dropFirst(Self.blockLength)
            if let transcoder = encoding.transcoder {
                transcoder.decode(slice) { clean($0, isEBCDIC: encoding.isEBCDIC) }
            } else {
                cleaner.clean(slice.assumingMemoryBound(to: UInt8.self), into: &block)
            }
            emitBlocks(emit)
        }
    }

    /// Cleans text that a transcoder has written.
    private mutating func clean(_ text: UnsafeBufferPointer<UInt8>, isEBCDIC: Bool) {
        guard isEBCDIC else { return cleaner.clean(text, into: &block) }
        EBCDIC.replacingNextLines(in: text) { cleaner.clean($0, into: &block) }
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
            if known < Self.blockLength, let cut = bytes[(start + 1)..<end].lastIndex(of: .lessThan) {
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
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first `<` at or after `start`, or `nil` if there is none.
    fileprivate func firstTag(from start: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        let index = scan_byte(base, start, count, .lessThan)
        return index < count ? index : nil
    }
}
