import EngineConcepts
import WebText

/// A `[[source]]` of `library.toml`. One with an error is off alone, and stays listed if its id can be told: a user without
/// the source would lose their place.
struct SourceTable {
    let entry: TableEntry

    static let keys: Set<String> = [
        "id", "url", "name", "topics", "paused", "page", "title", "user", "password", "token", "headers",
        "show-as", "every", "filter", "opml", "act",
    ]

    static func all(in file: TOMLFile) throws(ConfigurationError) -> [SourceTable] {
        try TableEntry.all(.source, in: file, consequence: Message("nothingChanged"))
            .map { entry in
                var entry = entry
                entry.consequence = Message("sourceOff")
                return SourceTable(entry: entry)
            }
    }

    /// Returns the source as far as it can be read, with its errors; the first is its fault. Returns no source if neither id
    /// nor address can be read.
    ///
    /// - Parameter kinds: The kinds of source, which derive the id from the address if there is none.
    func source(_ kinds: SourceKinds?) -> (source: SourceDescription?, errors: [ConfigurationError]) {
        var errors: [ConfigurationError] = []
        func read<Value>(_ value: () throws(ConfigurationError) -> Value?) -> Value? {
            do throws(ConfigurationError) {
                return try value()
            } catch {
                errors.append(error)
                return nil
            }
        }
        let text: String? = read { () throws(ConfigurationError) in try entry.requiredText("url") }
        let address = text.map { Self.address(meantBy: $0, kinds) }
        let ownID: String? = read { () throws(ConfigurationError) in
            try entry.text("id") == nil ? nil : entry.requiredText("id")
        }
        guard let id = ownID.map({ SupplierID($0) }) ?? address.map({ Self.id(for: $0, kinds) }) else {
            return (nil, errors)
        }
        let topics: [String]? = read { () throws(ConfigurationError) in try entry.words("topics") }
        var source = SourceDescription(id: id, address: address ?? "", topics: topics ?? [])
        source.name = read { () throws(ConfigurationError) in try entry.text("name") }
        let isPaused: Bool? = read { () throws(ConfigurationError) in try entry.flag("paused") }
        source.isPaused = isPaused ?? false
        source.access = read { () throws(ConfigurationError) in try AccessTable(entry: entry).access() }
        source.page = read { () throws(ConfigurationError) in try entry.text("page") }
        source.title = read { () throws(ConfigurationError) in try entry.text("title") }
        let attributes: [String]? = read { () throws(ConfigurationError) in try entry.words("opml") }
        source.attributes = attributes ?? []
        source.presentedAs = read { () throws(ConfigurationError) in try entry.choice("show-as") }
        source.interval = read { () throws(ConfigurationError) in try entry.interval("every") }
        let isFiltered: Bool? = read { () throws(ConfigurationError) in try entry.flag("filter") }
        source.isFiltered = isFiltered ?? true
        source.actCommand = read { () throws(ConfigurationError) in try entry.text("act") }
        source.fault = errors.first?.failure
        return (source, errors)
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
