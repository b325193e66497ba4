private import CStemmer

/// Brings the forms of a word to their common stem by the rules of a language: Snowball. Words come folded and without
/// accents, on both sides alike. Not to be shared between threads. <https://snowballstem.org>
final class Stemmer {
    private let handle: OpaquePointer

    /// The languages that there are stemmers for; others keep their words as they are.
    static let languages = [
        "ca", "da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr",
    ]

    /// The languages whose rules may take prefixes off. Of all others stems begin as their words do: only endings go.
    static let takingPrefixes: Set<String> = ["nl"]

    /// The language whose rules a BCP 47 tag asks for; nil where there are none.
    static func language(of tag: String) -> String? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        switch primary {
        case "nb", "nn": return "no"
        default: return languages.contains(primary) ? primary : nil
        }
    }

    /// The stemmer of one of ``languages``; nil for others.
    init?(language: String) {
        guard Stemmer.languages.contains(language), let handle = sb_stemmer_new(language, "UTF_8")
        else { return nil }
        self.handle = handle
    }

    /// The stem of a word.
    func stem(_ word: [UInt8]) -> String {
        word.withUnsafeBufferPointer { stem($0) }
    }

    /// The stem of a word.
    func stem(_ word: UnsafeBufferPointer<UInt8>) -> String {
        guard let stem = sb_stemmer_stem(handle, word.baseAddress, Int32(word.count)) else {
            return String(decoding: word, as: UTF8.self)
        }
        let length = Int(sb_stemmer_length(handle))
        return String(decoding: UnsafeBufferPointer(start: stem, count: length), as: UTF8.self)
    }

    deinit {
        sb_stemmer_delete(handle)
    }
}
