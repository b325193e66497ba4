import EngineConcepts
import WebText

/// A `[[source]]` of `library.toml`. An unreadable one is an error of the whole file: a user without the source would lose
/// their place. One with an address that no kind of source knows is not unreadable: it stays listed, and its supplier fails.
struct SourceTable {
    let entry: TableEntry

    static let keys: Set<String> = [
        "id", "url", "name", "topics", "paused", "page", "title", "user", "password", "token", "headers",
        "show-as", "every", "filter", "opml", "act",
    ]

    static func all(in file: TOMLFile) throws(ConfigurationError) -> [SourceTable] {
        try TableEntry.all(.source, in: file, consequence: Message("nothingChanged")).map(SourceTable.init)
    }

    /// Returns the source.
    ///
    /// - Parameter kinds: The kinds of source, which derive the id from the address if there is none.
    func source(_ kinds: SourceKinds?) throws(ConfigurationError) -> SourceDescription {
        let address = Self.address(meantBy: try entry.requiredText("url"), kinds)
        let id =
            try entry.text("id") == nil ? Self.id(for: address, kinds) : SupplierID(entry.requiredText("id"))
        var source = SourceDescription(
            id: id, address: address, name: try entry.text("name"), topics: try entry.words("topics"),
            isPaused: try entry.flag("paused") ?? false, access: try AccessTable(entry: entry).access())
        source.page = try entry.text("page")
        source.title = try entry.text("title")
        source.attributes = try entry.words("opml")
        source.presentedAs = try entry.choice("show-as")
        source.interval = try entry.interval("every")
        source.isFiltered = try entry.flag("filter") ?? true
        source.actCommand = try entry.text("act")
        return source
    }

    /// Returns the address that a user means who writes `text`: as with `fiber add`, the scheme of a web address may be
    /// missing. Returns `text` itself if it means no address.
    private static func address(meantBy text: String, _ kinds: SourceKinds?) -> String {
        guard let kinds, !kinds.all.contains(where: { $0.includes(text) }) else { return text }
        let line = TextSanitizer.line(text)
        if kinds.all.contains(where: { $0.includes(line) }) { return line }
        guard let address = WebAddress.address(meantBy: line), WebAddress.host(of: address) != nil,
            WebAddress.hasUsableHost(address), WebAddress.hasUsablePort(address)
        else { return text }
        return address
    }

    /// Returns the id of a source for which the file has none, by the text of its address: that of `fiber add`. Text that
    /// means no address gets one as well, so that the source can be listed with its failure.
    static func id(for text: String, _ kinds: SourceKinds?) -> SupplierID {
        let address = address(meantBy: text, kinds)
        return knownID(for: address, kinds) ?? SupplierKind("feed").sourceID(for: address)
    }

    /// Returns the id of the source at `address`: that of `fiber add`. Returns `nil` if the address is of no known kind.
    static func knownID(for address: String, _ kinds: SourceKinds?) -> SupplierID? {
        guard let kinds else { return SupplierKind("feed").sourceID(for: address) }
        return kinds.all.first { $0.includes(address) }?.id.sourceID(for: address)
    }

    /// Returns the lines of a source's block.
    static func lines(of source: SourceDescription) -> [TableText.Line] {
        var lines = [
            (key: "id", value: TOMLText.quoted(source.id.rawValue)),
            (key: "url", value: TOMLText.quoted(source.address)),
        ]
        if let name = source.name { lines.append(("name", TOMLText.quoted(name))) }
        if !source.topics.isEmpty { lines.append(("topics", TOMLText.list(source.topics))) }
        if source.isPaused { lines.append(("paused", "true")) }
        if let interval = source.interval {
            lines.append(("every", TOMLText.quoted(SourceInterval.text(of: interval))))
        }
        if !source.isFiltered { lines.append(("filter", "false")) }
        if let command = source.actCommand { lines.append(("act", TOMLText.quoted(command))) }
        if let choice = source.presentedAs { lines.append(("show-as", TOMLText.quoted(choice.rawValue))) }
        if let page = source.page { lines.append(("page", TOMLText.quoted(page))) }
        if let title = source.title { lines.append(("title", TOMLText.quoted(title))) }
        if !source.attributes.isEmpty { lines.append(("opml", TOMLText.list(source.attributes))) }
        return lines + (source.access.map(AccessTable.lines) ?? [])
    }
}
