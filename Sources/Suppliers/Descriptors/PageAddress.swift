import WebText

/// The parts of a page's address that site rules use.
public struct PageAddress: Sendable {
    /// The host in lower case, without a prefix such as `www.`.
    public let host: String
    /// The path components, without empty ones.
    public let path: [String]
    /// Scheme, host and port, without a slash at the end.
    public let origin: String
    private let query: Substring

    /// Parses `address`. Returns `nil` if it is not a web address.
    public init?(_ address: String) {
        guard WebAddress.isWeb(address), let scheme = WebAddress.scheme(of: address),
            let host = WebAddress.host(of: address), let endpoint = WebAddress.endpoint(of: address)
        else { return nil }
        self.host =
            ["www.", "m.", "mobile."].first(where: host.hasPrefix).map { String(host.dropFirst($0.count)) } ?? host
        origin = "\(scheme)://\(endpoint)"
        let behindScheme = address.dropFirst(scheme.count + 3)
        let rest = behindScheme.drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        path = rest.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        query = rest.drop { $0 != "?" }.dropFirst()
    }

    /// Returns the value of a query parameter, or `nil` if it is missing or empty.
    public func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }

    /// The query with its question mark, or empty if there is none.
    public var queryText: String { query.isEmpty ? "" : "?\(query)" }
}
