/// What a person follows, as they wrote it down: enough to make the supplier of it anew at every start.
public struct SourceDescription: Hashable, Sendable, Identifiable {
    /// The supplier's name in the store.
    public var id: SupplierID
    /// Where it is: a URL, or a scheme of Fiber's own such as `hn:newest`, `file:PATH`, `exec:COMMAND`.
    public var address: String
    /// The name that the reader gave it; nil for the source's own.
    public var name: String?
    /// The topics that all its tickets belong to, by name.
    public var topics: [String]
    /// Not asked for anything while paused; what is stored stays in the Track.
    public var isPaused: Bool
    /// What it is asked with; nil where it lets everybody in.
    public var access: SourceAccess?
    /// The page that it belongs to, where the list that it came from said so: other readers get it back.
    public var page: String?
    /// What the list that it came from says that it calls itself, where that is not its name: other readers get it back.
    public var title: String?
    /// What else the list that it came from said of it, as `NAME=VALUE`: other readers get it back.
    public var attributes: [String]
    /// As what its tickets are shown; nil for what its kind is.
    public var presentedAs: PresentedAs?

    /// Describes a source.
    public init(
        id: SupplierID, address: String, name: String? = nil, topics: [String] = [], isPaused: Bool = false,
        access: SourceAccess? = nil, page: String? = nil, title: String? = nil, attributes: [String] = [],
        presentedAs: PresentedAs? = nil
    ) {
        self.id = id
        self.address = address
        self.name = name
        self.topics = topics
        self.isPaused = isPaused
        self.access = access
        self.page = page
        self.title = title
        self.attributes = attributes
        self.presentedAs = presentedAs
    }

    /// The address as it may be shown: without a name and password in front of the host.
    public var shownAddress: String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let authority = address[scheme.upperBound...].prefix { !"/?# ".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<scheme.upperBound]) + address[address.index(after: at)...]
    }

    /// What it is called where nobody has given it a name, and it has not said its own: host and path of its address.
    public var shownName: String {
        if let name { return name }
        let address = shownAddress
        guard let scheme = address.firstRange(of: "://") else { return address }
        var place = address[scheme.upperBound...]
        if place.hasPrefix("www.") { place = place.dropFirst(4) }
        while place.last == "/" { place.removeLast() }
        return place.isEmpty ? address : String(place)
    }
}
