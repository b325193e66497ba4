import EngineConcepts
package import Localization

/// The sources that failed in a run, so that another process can print them in its language.
package struct FailedSources: Codable {
    /// Sources that failed for the same reason.
    package struct Group: Codable {
        let names: [String]
        let reason: SourceFailure.Reason
    }

    /// The sources that failed together, in the order of their ids.
    package let groups: [Group]
    /// The next step for the user, or `nil` if there is none.
    let advice: Message?

    static let empty = FailedSources(groups: [], advice: nil)

    /// Returns the failure of the command in a language.
    package func failure(in localizer: Localizer) -> CommandFailure {
        let list = groups.map { group in
            let (names, reason) = (group.names.joined(separator: ", "), group.reason.message(in: localizer))
            guard group.names.count > 1 else { return "\n  " + localizer.text(reason, about: names) }
            return "\n  \(names): \(localizer.withoutHost(reason) ?? localizer(reason))"
        }
        let count = groups.reduce(0) { $0 + $1.names.count }
        return CommandFailure(
            Message("sourcesFailed", ["count": .number(count), "list": .message(.verbatim(list.joined()))]),
            advice: advice)
    }
}
