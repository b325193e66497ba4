extension Collection<UInt8> {
    /// The bytes after the byte order mark of UTF-8, or all if they do not begin with one.
    package var withoutByteOrderMark: SubSequence {
        starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self[...]
    }
}
