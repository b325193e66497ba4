import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A text construct that is written in Base64, as Atom 0.3 allows (§3.1.3): what it holds once it is unpacked.
enum PackedText {
    /// Characters.
    case plain
    /// HTML.
    case markup

    /// The text that `packed` holds; nil where it is empty, or no Base64.
    func unpacked(_ packed: String) -> FeedText? {
        guard let data = Data(base64Encoded: packed, options: .ignoreUnknownCharacters) else { return nil }
        let text = TextSanitizer.lines(String(decoding: data, as: UTF8.self))
        guard !text.isEmpty else { return nil }
        return switch self {
        case .plain: .plain(text)
        case .markup: .html(text)
        }
    }
}
