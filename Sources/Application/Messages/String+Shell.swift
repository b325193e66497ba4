import EngineConcepts

extension String {
    /// The text as one word of a shell's command line, in quotes if it needs them.
    package var shellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "@%_+=:,./-".utf8.contains(byte)
                }
            }
        guard !isPlain else { return self }
        let quoted = replacingScalars { $0 == "'" ? "'\\''" : nil }
        return "'\(quoted)'"
    }
}
