/// Prints links.
nonisolated enum LinkText {
    /// Returns the host and the path of a link, without redundant parts.
    static func short(_ link: String) -> String {
        var rest = link[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
        if rest.last == "/" { rest = rest.dropLast() }
        return rest.isEmpty ? link : String(rest)
    }
}
