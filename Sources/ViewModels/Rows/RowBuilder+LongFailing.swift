import EngineConcepts
import Localization

/// The announcement of sources that have failed for long.
extension RowBuilder {
    /// Returns the reason why the gaps of these sources are no longer shown.
    func announcement(ofLongFailing sources: [SupplierID], in context: Context) -> String {
        let gone = sources.filter { context.suppliers[$0]?.isGone ?? false }
        let failing = sources.filter { !gone.contains($0) }
        return [reason(gone, .sourcesGone, in: context), reason(failing, .sourcesLongFailing, in: context)]
            .compactMap(\.self).joined(separator: " ") + " " + localizer(.sourcesLongFailingGaps)
    }

    /// Returns the error of a single source, or the message `key` with the names of several.
    private func reason(_ sources: [SupplierID], _ key: MessageKey, in context: Context) -> String? {
        guard let first = sources.first else { return nil }
        guard sources.count == 1, let error = context.suppliers[first]?.lastError else {
            return localizer(key, .text(names(of: sources, in: context)))
        }
        return localizer.text(error.message, about: context.name(of: first)).asSentence
    }
}
