import CStemmer

/// Snowball's rules that reduce the forms of a word to a stem. Words are folded, in queries and texts alike. Not
/// thread-safe. <https://snowballstem.org>
final class Stemmer {
    private let handle: OpaquePointer

    /// The languages with stemmers; words of others stay as they are.
    static let languages = [
        "ca", "da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr",
    ]

    /// The languages whose rules may remove prefixes. All others only remove endings.
    static let takingPrefixes: Set<String> = ["nl"]

    /// Returns the language with rules for a BCP 47 tag, or `nil`.
    static func language(of tag: String) -> String? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        switch primary {
        case "nb", "nn": return "no"
        default: return languages.contains(primary) ? primary : nil
        }
    }

    /// Creates the stemmer of one of ``languages``, or returns `nil` for others.
    init?(language: String) {
        guard Stemmer.languages.contains(language), let handle = sb_stemmer_new(language, "UTF_8") else { return nil }
        self.handle = handle
    }

    func stem(_ word: [UInt8]) -> String {
        word.withUnsafeBufferPointer { stem($0) }
    }

    func stem(_ word: UnsafeBufferPointer<UInt8>) -> String {
        withStem(of: word) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the stem of a word, which is valid only during the call.
    func withStem<Result>(
        of word: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let stem = sb_stemmer_stem(handle, word.baseAddress, Int32(word.count)) else { return body(word) }
        return body(UnsafeBufferPointer(start: stem, count: Int(sb_stemmer_length(handle))))
    }

    deinit {
        sb_stemmer_delete(handle)
    }
}
