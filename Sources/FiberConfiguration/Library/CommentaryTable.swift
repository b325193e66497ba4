import EngineConcepts
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
}

/// A `[[commentary]]` of `library.toml`. An invalid one is left out.
struct CommentaryTable {
    let entry: TableEntry

    static let kind = "commentary"
    static let keys: Set<String> = ["name", "url", "every"]

    func list() throws(ConfigurationError) -> CommentaryList {
        let address = try entry.requiredText("url")
        guard CommentaryList.canRead(address) else {
            throw entry.error("url", Message("commentaryAddressMalformed", ["address": .text(address)]))
        }
        return CommentaryList(name: try entry.name(), address: address, interval: try entry.interval("every"))
    }

    static func lines(of list: CommentaryList) -> [TableText.Line] {
        var lines = [
            (key: "name", value: TOMLText.quoted(list.name)), (key: "url", value: TOMLText.quoted(list.address)),
        ]
        if let interval = list.interval { lines.append(("every", TOMLText.quoted(SourceInterval.text(of: interval)))) }
        return lines
    }
}

extension CommentaryList {
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
