import CUtf8Proc

extension String {
    /// The text in Unicode's composed form (NFC): texts that Swift calls equal become equal bytes. Only checks each byte of
    /// an ASCII text. <https://unicode.org/reports/tr15/>
    public var composed: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        let bytes = Array(utf8)
        var result: UnsafeMutablePointer<UInt8>?
        let options = utf8proc_option_t(rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        let count = utf8proc_map(bytes, bytes.count, &result, options)
        guard count >= 0, let result else { return self }
        defer { free(result) }
        return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
}
