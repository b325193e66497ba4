import EngineConcepts
import Localization

/// The list of address forms in the help of `fiber add`. A form of several kinds is listed once, where the first has it.
struct AddressFormList {
    /// The lines, indented by two columns.
    let text: String

    init(_ kinds: [SourceKind], in localizer: Localizer) {
        var listed: Set<String> = []
        let rows = kinds.flatMap(\.addressForms)
            .compactMap { form -> (words: [String], help: String?)? in
                let patterns = form.patterns.filter { listed.insert($0).inserted }
                guard !patterns.isEmpty else { return nil }
                return (patterns, form.help.map { localizer($0) })
            }
        text = HelpColumns(rows, placesIn: localizer).text
    }
}
