import EngineConcepts

/// A `[[commentary]]` of `library.toml`. An invalid one is left out.
struct CommentaryTable {
    let entry: TableEntry

    static let keys: Set<String> = ["name", "url", "every"]

    func list() throws(ConfigurationError) -> CommentaryList {
        let address = try entry.requiredText("url")
        guard CommentaryList.canRead(address) else {
            throw entry.error("url", Message("commentaryAddressMalformed", ["address": .text(address)]))
        }
        return CommentaryList(name: try entry.name(), address: address, interval: try entry.interval("every"))
    }

    static func lines(of list: CommentaryList) -> [TableBlock.Line] {
        var lines = [
            (key: "name", value: TOMLWriter.quoted(list.name)), (key: "url", value: TOMLWriter.quoted(list.address)),
        ]
        if let interval = list.interval {
            lines.append(("every", TOMLWriter.quoted(SourceInterval.text(of: interval))))
        }
        return lines
    }
}
