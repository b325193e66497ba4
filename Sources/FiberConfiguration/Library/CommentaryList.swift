import WebText

/// A list of notes on authors that the user has subscribed to: a `[[commentary]]` of `library.toml`.
public struct CommentaryList: Hashable, Sendable {
    /// The name, shown before its notes.
    public var name: String
    /// A web address, `file:PATH` or a path.
    public var address: String
    /// The seconds between requests, or `nil` for the schedule of feeds.
    public var interval: Int?

    public init(name: String, address: String, interval: Int? = nil) {
        self.name = name
        self.address = address
        self.interval = interval
    }

    /// The most lists of a library; further ones are left out.
    public static let maximumCount = 32

    /// Returns true for a web address without a login, and for a path. A list is never the output of a command.
    public static func canRead(_ address: String) -> Bool {
        if path(in: address, home: nil) != nil { return true }
        return WebAddress.isWeb(address) && WebAddress.hasUsablePort(address) && WebAddress.user(of: address) == nil
            && WebAddress.origin(of: address) != nil
    }

    /// Returns the path of a list in a local file, or `nil` for a web address.
    public func path(home: String?) -> String? { Self.path(in: address, home: home) }

    private static func path(in address: String, home: String?) -> String? {
        let path =
            address.hasPrefix("file://")
            ? address.dropFirst(7) : address.hasPrefix("file:") ? address.dropFirst(5) : address[...]
        if path.hasPrefix("~/") { return (home ?? "~") + path.dropFirst(1) }
        return path.hasPrefix("/") ? String(path) : nil
    }
}

extension Library {
    /// Adds a list as the last one, or replaces the one with the same name.
    public mutating func put(_ list: CommentaryList) {
        commentary.put(list) { $0.name == list.name }
    }

    /// Removes the list with this name.
    public mutating func removeCommentary(_ name: String) {
        commentary.removeAll { $0.name == name }
    }
}
