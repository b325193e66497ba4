import CByteScan

extension String {
    /// Creates a string of UTF-8; invalid sequences become U+FFFD.
    ///
    /// Checks sixteen bytes at a time: for texts beyond ASCII, the check of `init(decoding:as:)` takes longer than whatever
    /// else is done with them.
    package init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard #available(macOS 26, *), let start = bytes.baseAddress else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        switch scan_kind(start, bytes.count) {
        case scan_ascii: self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
        case scan_utf8: self.init(copying: UTF8Span(unchecked: bytes.span))
        default: self.init(decoding: bytes, as: UTF8.self)
        }
    }

    /// Creates a string of bytes that are known to be valid UTF-8.
    package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
        assert(bytes.baseAddress.map { scan_kind($0, bytes.count) != scan_invalid } ?? true, "invalid UTF-8")
        guard #available(macOS 26, *), let start = bytes.baseAddress else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: scan_is_ascii(start, bytes.count)))
    }

    /// Returns true if the text begins with the bytes of `prefix`. Faster than comparing characters, or sequences of bytes.
    package func begins(with prefix: StaticString) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard utf8.count >= count else { return false }
        var text = self
        return text.withUTF8 { bytes in
            bytes.prefix(count).elementsEqual(UnsafeBufferPointer(start: prefix.utf8Start, count: count))
        }
    }
}
