package import EngineConcepts
package import Localization

/// The sources that failed in a run, so that another process can print them in its language.
package struct FailedSources: Codable {
    /// Sources that failed for the same reason.
    package struct Group: Codable {
        let names: [String]
        let reason: SourceFailure.Reason
        /// The host of all of them, or `nil` if they have several or none.
        var host: String?
    }

    /// The most sources that are named with one cause.
    private static let maximumNamed = 5

    /// The sources that failed together, in the order of their ids.
    package let groups: [Group]
    /// The next step for the user, or `nil` if there is none.
    let advice: Message?

    static let empty = FailedSources(groups: [], advice: nil)

    /// Returns the failure of the command in a language.
    ///
    /// - Parameter result: What is printed below it, a line each.
    package func failure(in localizer: Localizer, above result: [Message] = []) -> CommandFailure {
        let list = groupsByCause.flatMap { groups in
            groups.sourceCount <= Self.maximumNamed
                ? groups.map { line(of: $0, in: localizer) } : [line(of: groups, in: localizer)]
        }
        let lines = ([advice].compactMap(\.self) + result).map { localizer($0.shortened) }
        return CommandFailure(
            Message(
                "sourcesFailed",
                ["count": .number(groups.sourceCount), "list": .message(.verbatim(list.map { "\n  " + $0 }.joined()))]),
            advice: lines.isEmpty ? nil : .verbatim(lines.joined(separator: "\n")))
    }

    /// The groups that failed for one cause, in the order of their first ones.
    private var groupsByCause: [[Group]] {
        var causes: [[Group]] = []
        var places: [SourceFailure.Reason.Cause: Int] = [:]
        for group in groups {
            if let place = places[group.reason.cause] {
                causes[place].append(group)
            } else {
                places[group.reason.cause] = causes.count
                causes.append([group])
            }
        }
        return causes
    }

    /// Returns the line of sources that failed for the same reason, with their names.
    private func line(of group: Group, in localizer: Localizer) -> String {
        let (names, reason) = (group.names.joined(separator: ", "), group.reason.message)
        guard group.names.count > 1 else { return localizer.text(reason, about: names).asListLine }
        return "\(names): \(localizer.ofEach(reason) ?? localizer(reason))".asListLine
    }

    /// Returns the line of more sources than can be named, which failed for one cause.
    private func line(of groups: [Group], in localizer: Localizer) -> String {
        let errors = groups.flatMap { [Message](repeating: $0.reason.error, count: $0.names.count) }
        let cause = SourceFailure.Reason(
            error: .verbatim(localizer.sharedCause(of: errors)), isEarlier: groups.first?.reason.isEarlier == true)
        // A full stop follows.
        let reason = Message.verbatim(localizer(cause.message).withoutFullStop)
        let (count, hosts) = (groups.sourceCount, Set(groups.map(\.host)))
        guard hosts.count == 1, let host = hosts.first ?? nil else {
            return localizer(Message("sourcesFailedTogether", ["count": .number(count), "reason": .message(reason)]))
        }
        return localizer(
            Message(
                "sourcesOfHostFailedTogether",
                ["count": .number(count), "host": .text(host), "reason": .message(reason)]))
    }
}

extension [FailedSources.Group] {
    /// The number of their sources.
    fileprivate var sourceCount: Int { reduce(0) { $0 + $1.names.count } }
}
