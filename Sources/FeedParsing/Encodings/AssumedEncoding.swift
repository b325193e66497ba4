public import EngineConcepts
import WebText

/// The encoding that was assumed for a document that is not valid UTF-8 and declares no other encoding.
public struct AssumedEncoding: Hashable, Sendable {
    public let name: String
    /// The document's language, which suggested the encoding, or `nil` if only the invalid UTF-8 bytes were read in
    /// this encoding.
    public let language: String?

    /// The usual fallback of the web, for invalid bytes only.
    static let western = AssumedEncoding(name: "Windows-1252", language: nil)
}

extension AssumedEncoding {
    /// Assumes the encoding that the document's language suggests. Returns `nil` if it suggests none, or if the non-ASCII
    /// bytes at the beginning are mostly valid UTF-8.
    init?(ofDocumentBeginning bytes: some Collection<UInt8>) {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let replacements = scalars.count { $0 == "\u{fffd}" }
        guard replacements > 0, 2 * replacements > scalars.count(where: { !$0.isASCII }),
            let language = Self.language(in: Array(bytes)), let name = Self.usualName(in: language)
        else { return nil }
        self.init(name: name, language: language)
    }

    /// Returns a message about the assumption; `subject` names the document at the beginning of a sentence.
    public func message(about subject: Message.Argument) -> Message {
        let name = Message.Argument.text(name)
        return language.map {
            Message("encodingAssumed", ["subject": subject, "encoding": name, "language": .text($0)])
        } ?? Message("encodingWestern", ["subject": subject, "encoding": name])
    }

    /// Returns the first language that the document declares.
    private static func language(in bytes: [UInt8]) -> String? {
        let marks: [StaticString] = ["<language>", "<dc:language>", "xml:lang=", "\"language\""]
        let starts = marks.compactMap { bytes.firstRange(ofBytes: $0)?.upperBound }
        guard let start = starts.min() else { return nil }
        let tag = bytes[start...].drop { " \t\n\r\"':".utf8.contains($0) }
            .prefix { $0.isASCIILetter || $0 == .hyphen || $0 == .underscore }
        return tag.isEmpty || tag.count > 16 ? nil : String(decoding: tag, as: UTF8.self)
    }

    /// Returns the name of the usual encoding of texts in a language, or `nil` if the language has none.
    private static func usualName(in language: String) -> String? {
        let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
        guard let first = parts.first else { return nil }
        if first == "zh" {
            return parts.contains { ["tw", "hk", "mo", "hant"].contains($0) } ? "Big5" : "GB18030"
        }
        return languagesByName.first { $0.languages.contains(String(first)) }?.name
    }

    /// The table in §13.2.3.2 of the HTML Standard, without Chinese.
    private static let languagesByName: [(name: String, languages: Set<String>)] = [
        ("Windows-1251", ["ba", "be", "bg", "kk", "ky", "mk", "ru", "sah", "sr", "tg", "tt", "uk"]),
        ("Windows-1250", ["cs", "hr", "sk"]), ("ISO-8859-2", ["hu", "pl", "sl"]), ("ISO-8859-7", ["el"]),
        ("Windows-1254", ["az", "ku", "tr"]), ("Windows-1255", ["he", "iw"]), ("Windows-1256", ["ar", "fa"]),
        ("Windows-1257", ["et", "lt", "lv"]), ("Windows-1258", ["vi"]), ("Windows-874", ["th"]),
        ("Shift_JIS", ["ja"]), ("EUC-KR", ["ko"]),
    ]
}
