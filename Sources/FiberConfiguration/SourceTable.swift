import EngineConcepts

/// A `[[source]]` of `library.toml`. An unreadable one is an error of the whole file: a reader without the source would lose
/// their place.
struct SourceTable {
    let entry: TableEntry

    static let kind = "source"
    static let keys: Set<String> = [
        "id", "url", "name", "topics", "paused", "page", "title", "user", "password", "token", "headers",
        "show-as", "opml",
    ]

    static func all(in file: TOMLFile) throws(ConfigurationError) -> [SourceTable] {
        try TableEntry.all(kind, in: file, consequence: Message("nothingChanged"))
            .map(SourceTable.init)
    }

    func source() throws(ConfigurationError) -> SourceDescription {
        SourceDescription(
            id: SupplierID(try entry.requiredText("id")), address: try entry.requiredText("url"),
            name: try entry.text("name"), topics: try entry.words("topics"),
            isPaused: try entry.flag("paused") ?? false,
            access: try AccessTable(table: entry.table, position: entry.position).access(in: entry.file.path),
            page: try entry.text("page"), title: try entry.text("title"), attributes: try entry.words("opml"),
            presentedAs: try presentedAs())
    }

    private func presentedAs() throws(ConfigurationError) -> PresentedAs? {
        guard let word = try entry.text("show-as") else { return nil }
        guard let choice = PresentedAs(rawValue: word) else {
            throw entry.error("show-as", entry.oneOf(PresentedAs.allCases.map(\.rawValue), for: "show-as"))
        }
        return choice
    }

    /// Returns the lines of a source's block.
    static func lines(of source: SourceDescription) -> [(key: String, value: String)] {
        var lines = [
            (key: "id", value: TOMLText.quoted(source.id.rawValue)),
            (key: "url", value: TOMLText.quoted(source.address)),
        ]
        if let name = source.name { lines.append(("name", TOMLText.quoted(name))) }
        if !source.topics.isEmpty { lines.append(("topics", TOMLText.list(source.topics))) }
        if source.isPaused { lines.append(("paused", "true")) }
        if let choice = source.presentedAs { lines.append(("show-as", TOMLText.quoted(choice.rawValue))) }
        if let page = source.page { lines.append(("page", TOMLText.quoted(page))) }
        if let title = source.title { lines.append(("title", TOMLText.quoted(title))) }
        if !source.attributes.isEmpty { lines.append(("opml", TOMLText.list(source.attributes))) }
        return lines + (source.access.map(AccessTable.lines) ?? [])
    }
}
