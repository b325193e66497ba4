import NIOHTTP1
import WebText

/// What hosts give a reader along on the way from one address to another, and want to see at the next step: sites that ask for
/// consent send everybody round once. Each cookie goes back to the very origin that gave it; all are forgotten at the end of the
/// way, so that nobody is known again by them (RFC 6265, as far as that needs).
struct RedirectCookies {
    private static let most = 20
    private static let longest = 4096

    private var kept: [String: [(name: Substring, value: Substring)]] = [:]

    /// Takes what the answer of `address` gives along.
    mutating func take(_ headers: HTTPHeaders, from address: String) {
        guard let origin = WebAddress.origin(of: address) else { return }
        var cookies = kept[origin, default: []]
        for field in headers["set-cookie"] where field.utf8.count <= Self.longest {
            let pair = field.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else { continue }
            let name = pair[..<sign]
            cookies.removeAll { $0.name == name }
            cookies.append((name, pair[pair.index(after: sign)...]))
        }
        kept[origin] = cookies.suffix(Self.most)
    }

    /// The field's value for a request to `address`; nil where its origin gave nothing.
    func field(for address: String) -> String? {
        guard let origin = WebAddress.origin(of: address), let cookies = kept[origin], !cookies.isEmpty else {
            return nil
        }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}
