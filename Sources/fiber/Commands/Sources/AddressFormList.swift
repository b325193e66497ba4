import EngineConcepts
import Localization

/// The list of address forms in the help of `fiber add`.
struct AddressFormList {
    /// The lines, indented by two columns.
    let text: String

    init(_ kinds: [SourceKind], in localizer: Localizer = .english) {
        text = HelpColumns(kinds.flatMap(\.addressForms).map { ($0.patterns, $0.help.map { localizer($0) }) }).text
    }
}
