import FoundationBasics
import WebText

/// The content of a text construct in Base64, as Atom 0.3 allows (§3.1.3).
enum Base64Text {
    case plain
    case markup

    /// Decodes `packed`. Returns `nil` if it is empty or not Base64.
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
