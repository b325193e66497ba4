import CLibXML2
import WebText

/// Converts a text in another encoding, in chunks of any size, to UTF-8 with iconv.
final class Transcoder {
    private let converter: iconv_t
    /// An incomplete character at the end of the last chunk.
    private var pending: [UInt8] = []

    /// Creates a transcoder, or returns `nil` if the encoding is unknown. The name comes from outside: names with
    /// unusual characters are refused before iconv looks for a module of that name. UTF-7 is refused as in browsers:
    /// it hides markup, and iconv's result for broken UTF-7 depends on the chunks.
    init?(_ name: String) {
        let isName = name.utf8.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || "-.:_".utf8.contains(byte)
        }
        let isUTF7 = ["utf-7", "utf7"].contains { name.lowercased().contains($0) }
        guard isName, !isUTF7, name.utf8.count <= 40, let converter = fiber_open_converter("UTF-8", name) else {
            return nil
        }
        self.converter = converter
    }

    deinit {
        iconv_close(converter)
    }

    /// Converts `bytes`. An incomplete character at the end is held back until its rest arrives.
    func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        if pending.isEmpty {
            convert(bytes, isAtEnd: false, emit)
        } else {
            let joined = pending + bytes
            pending = []
            joined.withUnsafeBytes { convert($0, isAtEnd: false, emit) }
        }
    }

    /// Converts the held-back bytes.
    func finish(_ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        let rest = pending
        pending = []
        rest.withUnsafeBytes { convert($0, isAtEnd: true, emit) }
    }

    /// Converts bytes. Drops the first byte of an invalid sequence and writes U+FFFD in its place.
    private func convert(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, _ emit: (UnsafeBufferPointer<UInt8>) -> Void) {
        var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = bytes.count
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while left > 0 {
                var output = space.baseAddress?.assumingMemoryBound(to: CChar.self)
                var room = space.count
                let outcome = fiber_convert(converter, &input, &left, &output, &room)
                if room < space.count {
                    emit(
                        UnsafeRawBufferPointer(rebasing: space[..<(space.count - room)])
                            .assumingMemoryBound(to: UInt8.self))
                }
                switch outcome {
                case fiber_converted, fiber_output_full: continue
                case fiber_input_unfinished where !isAtEnd:
                    pending = Array(bytes.suffix(left))
                    return
                default:
                    Array(UTF8.encodedReplacementCharacter).withUnsafeBufferPointer(emit)
                    input = input?.advanced(by: 1)
                    left -= 1
                }
            }
        }
    }
}
