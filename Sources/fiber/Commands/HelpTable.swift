import Localization
import Suppliers

/// A table in the help of a command.
///
/// ArgumentParser needs the texts of commands long before it prints one, so a text has a mark in place of its table, which is
/// only made for help that is printed.
enum HelpTable: String, CaseIterable {
    /// The forms of addresses that can be added.
    case addresses
    /// The places that can be opened.
    case places
    /// The terms of queries.
    case terms

    /// The line in place of the table. It is indented like a table, whose lines are not translated.
    var line: String { "  \(mark)" }

    private var mark: String { "{\(rawValue)}" }

    /// Returns help with its tables in a language.
    static func filling(_ help: String, in localizer: Localizer) -> String {
        var filled = help
        for table in allCases {
            guard let place = filled.firstRange(of: table.mark) else { continue }
            // The mark is indented already.
            filled.replaceSubrange(place, with: table.text(in: localizer).drop { $0 == " " })
        }
        return filled
    }

    private func text(in localizer: Localizer) -> String {
        switch self {
        case .addresses: AddressFormList(SourceCatalog.standard.kinds, in: localizer).text
        case .places: OpenCommand.places(in: localizer)
        case .terms: SearchCommand.terms(in: localizer)
        }
    }
}
