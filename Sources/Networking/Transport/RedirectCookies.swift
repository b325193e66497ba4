import EngineConcepts
import WebText

/// Cookies that hosts set during a chain of redirects. Sites that ask for consent need them at the next step.
///
/// A subset of RFC 6265: a cookie goes back only to the origin that set it, with any path, so `Domain`, `Path` and
/// `Secure` are not read. All are dropped at the end of the chain, so that they cannot be used for tracking.
struct RedirectCookies {
    private static let maximumCookies = 20
    /// In bytes.
    private static let maximumLength = 4096

    private var jar: [String: [(name: String, value: String)]] = [:]

    /// Stores the cookies of a response from `address`, and removes those that it expires.
    mutating func store(_ head: ResponseHead, from address: String, now: Timestamp) {
        guard let origin = WebAddress.origin(of: address) else { return }
        var cookies = jar[origin, default: []]
        for field in head["set-cookie"] where field.utf8.count <= Self.maximumLength {
            let parts = field.split(separator: ";", omittingEmptySubsequences: false)
            guard let cookie = parts.first.flatMap(Self.pair), !cookie.name.isEmpty else { continue }
            cookies.removeAll { $0.name == cookie.name }
            if !Self.isExpired(parts.dropFirst().compactMap(Self.pair), now: now) { cookies.append(cookie) }
        }
        jar[origin] = cookies.suffix(Self.maximumCookies)
    }

    /// Returns the `Cookie` value for a request to `address`, or `nil` if its origin set none.
    func field(for address: String) -> String? {
        guard let origin = WebAddress.origin(of: address), let cookies = jar[origin], !cookies.isEmpty else {
            return nil
        }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Returns a name and its value without the spaces around them, or `nil` if there is no equals sign.
    private static func pair(_ text: Substring) -> (name: String, value: String)? {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        return (
            TextSanitizer.line(String(text[..<sign])), TextSanitizer.line(String(text[text.index(after: sign)...]))
        )
    }

    /// Returns true if the cookie with these attributes is to be removed. The last of several attributes counts, and
    /// `Max-Age` before `Expires` (RFC 6265 §5.3).
    private static func isExpired(_ attributes: [(name: String, value: String)], now: Timestamp) -> Bool {
        func last<Value>(_ name: String, _ parse: (String) -> Value?) -> Value? {
            attributes.filter { $0.name.isFieldName(name) }.compactMap { parse($0.value) }.last
        }
        if let age = last("max-age", { Int64($0) }) { return age <= 0 }
        return last("expires", FeedDate.parseExpiry).map { $0 <= now } ?? false
    }
}
