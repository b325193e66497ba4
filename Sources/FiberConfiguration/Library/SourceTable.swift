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
        func read<Value>(_ value: (String) throws(ConfigurationError) -> Value?, _ key: String) -> Value? {
            do throws(ConfigurationError) {
                return try value(key)
            } catch {
                errors.append(error)
                return nil
            }
        }
        let address = read(entry.requiredText, "url").map { Self.address(meantBy: $0, kinds) }
        let hasID = entry.keys.contains("id")
        let ownID = hasID ? read(entry.requiredText, "id").map { SupplierID($0) } : nil
        guard let id = ownID ?? address.map({ Self.id(for: $0, kinds) }) else { return (nil, errors) }
        var source = SourceDescription(
            id: id, address: address ?? "", name: read(entry.text, "name"), topics: read(entry.words, "topics") ?? [],
            isPaused: read(entry.flag, "paused") ?? false)
        do throws(ConfigurationError) {
            source.access = try AccessTable(entry: entry).access()
        } catch {
            errors.append(error)
        }
        source.page = read(entry.text, "page")
        source.title = read(entry.text, "title")
        source.attributes = read(entry.words, "opml") ?? []
        source.presentedAs = read(entry.choice, "show-as")
        source.interval = read(entry.interval, "every")
        source.isFiltered = read(entry.flag, "filter") ?? true
        source.actCommand = read(entry.text, "act")
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
    static func lines(of source: SourceDescription) -> [TableBlock.Line] {
        var lines = [
            (key: "id", value: TOMLWriter.quoted(source.id.rawValue)),
            (key: "url", value: TOMLWriter.quoted(source.address)),
        ]
        if let name = source.name { lines.append(("name", TOMLWriter.quoted(name))) }
        if !source.topics.isEmpty { lines.append(("topics", TOMLWriter.list(source.topics))) }
        if source.isPaused { lines.append(("paused", "true")) }
        if let interval = source.interval {
            lines.append(("every", TOMLWriter.quoted(SourceInterval.text(of: interval))))
        }
        if !source.isFiltered { lines.append(("filter", "false")) }
        if let command = source.actCommand { lines.append(("act", TOMLWriter.quoted(command))) }
        if let choice = source.presentedAs { lines.append(("show-as", TOMLWriter.quoted(choice.rawValue))) }
        if let page = source.page { lines.append(("page", TOMLWriter.quoted(page))) }
        if let title = source.title { lines.append(("title", TOMLWriter.quoted(title))) }
        if !source.attributes.isEmpty { lines.append(("opml", TOMLWriter.list(source.attributes))) }
        return lines + (source.access.map(AccessTable.lines) ?? [])
    }
}
