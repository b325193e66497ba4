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
}
