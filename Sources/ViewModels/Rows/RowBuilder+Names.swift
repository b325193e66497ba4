import EngineConcepts
import Localization

/// The names of suppliers.
nonisolated extension RowBuilder {
    /// Returns the names of suppliers for a sentence.
    func names(of suppliers: [SupplierID], in context: Context) -> String {
        joined(isolatedNames(of: suppliers, in: context))
    }

    /// Returns the names of these suppliers beside that of another one. Timelines of one server do not repeat it: `Home,
    /// #f1` beside `Local · pit.example`.
    func names(of suppliers: [SupplierID], beside other: SupplierID, in context: Context) -> String {
        let name = context.name(of: other)
        let server = name.lastIndex(of: "·").map { " \(name[$0...])" }
        return joined(
            suppliers.uniqued()
                .map { id in
                    let name = context.name(of: id)
                    guard let server, name.hasSuffix(server) else { return localizer.isolated(name) }
                    return localizer.isolated(String(name.dropLast(server.count)))
                })
    }

    /// Joins names for a sentence: at most three, or two and the number of others.
    private func joined(_ names: [String]) -> String {
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return localizer(.gapMore, .text(names.prefix(2).joined(separator: ", ")), .number(names.count - 2))
    }

    /// Returns the names of suppliers, each once, for use within a sentence.
    func isolatedNames(of suppliers: [SupplierID], in context: Context) -> [String] {
        suppliers.uniqued().map { localizer.isolated(context.name(of: $0)) }
    }
}
