/// A configured source: everything needed to create its supplier at each start.
public struct SourceDescription: Hashable, Sendable, Identifiable {
    public var id: SupplierID
    /// A URL, or an address with one of Fiber's schemes such as `hn:newest`, `file:PATH`, `exec:COMMAND`.
    public var address: String
    /// The user's name for the source, or `nil` to use the source's own.
    public var name: String?
    /// The names of the topics to which all its tickets belong.
    public var topics: [String]
    /// True while the source is not requested. Its stored tickets stay in the Track.
    public var isPaused: Bool
    /// The credentials, or `nil` if none are needed.
    public var access: SourceAccess?
    /// The home page named by the imported list. Kept for export.
    public var page: String?
    /// The source's own title in the imported list, if it differs from `name`. Kept for export.
    public var title: String?
    /// Other attributes of the imported list, as `NAME=VALUE`. Kept for export.
    public var attributes: [String] = []
    /// The presentation of its tickets, or `nil` for the default of its kind.
    public var presentedAs: PresentationStyle?
    /// The interval of regular requests in seconds, or `nil` to follow the settings.
    public var interval: Int?
    /// True if rules can hide its tickets.
    public var isFiltered = true
    /// The command that performs actions on its tickets, or `nil` if there is none. Only the user sets it, never an
    /// import or a feed.
    public var actCommand: String?
    /// The error of its entry because of which the source is off, or `nil` if there is none. It is listed and not requested.
    public var fault: Message?

    public init(
        id: SupplierID, address: String, name: String? = nil, topics: [String] = [], isPaused: Bool = false,
        access: SourceAccess? = nil, presentedAs: PresentationStyle? = nil
    ) {
        self.id = id
        self.address = address
        self.name = name
        self.topics = topics
        self.isPaused = isPaused
        self.access = access
        self.presentedAs = presentedAs
    }

    /// Returns this source with the differences between two descriptions of it: what is equal in both stays as it is here.
    public func applying(changesFrom former: Self, to changed: Self) -> Self {
        var result = self
        func apply<Value: Equatable>(_ path: WritableKeyPath<Self, Value>) {
            if former[keyPath: path] != changed[keyPath: path] { result[keyPath: path] = changed[keyPath: path] }
        }
        apply(\.address)
        apply(\.name)
        apply(\.topics)
        apply(\.isPaused)
        apply(\.access)
        apply(\.page)
        apply(\.title)
        apply(\.attributes)
        apply(\.presentedAs)
        apply(\.interval)
        apply(\.isFiltered)
        apply(\.actCommand)
        return result
    }
}
