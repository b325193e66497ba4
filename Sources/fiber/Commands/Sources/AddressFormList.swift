import EngineConcepts
import Localization

/// The list of address forms in the help of `fiber add`.
struct AddressFormList {
    /// The lines, indented by two columns.
    let text: String

    init(_ kinds: [SourceKind]) {
        // The help of commands is in English only.
        text =
            HelpColumns(kinds.flatMap(\.addressForms).map { ($0.patterns, $0.help.map { Localizer.english($0) }) }).text
    }
}
