import WebText

/// Cookies that hosts set during a chain of redirects. Sites that ask for consent need them at the next step. A
/// cookie goes back only to the origin that set it, and all are dropped at the end of the chain, so that they cannot
/// be used for tracking (a subset of RFC 6265).
struct RedirectCookies {
    private static let maximumCount = 20
    private static let maximumLength = 4096

    private var jar: [String: [(name: Substring, value: Substring)]] = [:]

    /// Stores the cookies of a response from `address`.
    mutating func store(_ head: ResponseHead, from address: String) {
        guard let origin = WebAddress.origin(of: address) else { return }
        var cookies = jar[origin, default: []]
        for field in head["set-cookie"] where field.utf8.count <= Self.maximumLength {
            let pair = field.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else { continue }
            let name = pair[..<sign]
            cookies.removeAll { $0.name == name }
            cookies.append((name, pair[pair.index(after: sign)...]))
        }
        jar[origin] = cookies.suffix(Self.maximumCount)
    }

    /// Returns the `Cookie` value for a request to `address`, or `nil` if its origin set none.
    func field(for address: String) -> String? {
        guard let origin = WebAddress.origin(of: address), let cookies = jar[origin], !cookies.isEmpty else {
            return nil
        }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}
