import EngineConcepts
import Localization

/// The announcement of sources that have failed for long.
extension RowBuilder {
    /// Returns the message that these sources have failed for long, and that their gaps are therefore no longer shown.
    ///
    /// - Parameter sources: At least one.
    func announcement(ofLongFailing sources: [SupplierID], in context: Context) -> String {
        let gone = sources.filter { context.suppliers[$0]?.isGone ?? false }
        let failing = sources.filter { !gone.contains($0) }
        return [
            reason(gone, .sourcesGone, in: context), reason(failing, .sourcesLongFailing, in: context),
            localizer(.sourcesLongFailingGaps),
        ]
        .compactMap(\.self).joined(separator: " ")
    }

    /// Returns the error of a single source, or the message `key` with the names of several. `nil` if there is none.
    private func reason(_ sources: [SupplierID], _ key: MessageKey, in context: Context) -> String? {
        guard let first = sources.first else { return nil }
        guard sources.count == 1, let error = context.suppliers[first]?.lastError else {
            return localizer(key, .text(names(of: sources, in: context)))
        }
        return localizer.text(error.message, about: context.name(of: first)).asSentence
    }
}
