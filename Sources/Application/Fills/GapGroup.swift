import EngineConcepts
import FiberConfiguration
import Localization

/// Several gaps that are skipped for the same causes, so that another process can print them in its language.
package struct GapGroup: Hashable, Codable {
    /// A cause, with the sources that are missing for it.
    private struct Cause: Hashable, Codable {
        var sources: [String]
        let message: Message
    }

    private let count: Int
    /// The newest and the oldest bound of the gaps.
    private let bounds: Message
    private let causes: [Cause]
    /// The number of missing sources that are not named.
    private let others: Int

    /// - Parameters:
    ///   - gaps: At least one gap.
    ///   - library: The sources, for their names.
    ///   - answered: The sources that have answered a request.
    init(_ gaps: [Gap], in library: Library, answered: Set<SupplierID>) {
        count = gaps.count
        bounds = Gap.bounds(
            from: gaps.map(\.timeframe.start).max() ?? .endOfTime,
            downTo: gaps.map(\.timeframe.end).min() ?? .beginningOfTime)
        let missing = gaps.flatMap(\.decisive).uniqued(by: \.supplier)
        let names = library.distinctNames(of: missing.map(\.supplier))
        var causes: [Cause] = []
        for source in missing.prefix(GapDescription.maximumNames) {
            let name = names[source.supplier] ?? source.supplier.rawValue
            let message = source.uncounted.message(answered: answered)
            if let index = causes.firstIndex(where: { $0.message == message }) {
                causes[index].sources.append(name)
            } else {
                causes.append(Cause(sources: [name], message: message))
            }
        }
        self.causes = causes
        others = max(0, missing.count - GapDescription.maximumNames)
    }

    /// Returns the line about the gaps, with each cause and its sources.
    func message(in localizer: Localizer) -> Message {
        var reasons = causes.map { "\($0.sources.joined(separator: ", ")): \($0.message.phrase(in: localizer))" }
        if others > 0 { reasons.append(localizer(Message("andOthers", ["count": .number(others)]))) }
        return Message(
            "gapsPassed",
            [
                "count": .number(count), "bounds": .message(bounds),
                "causes": .text(reasons.joined(separator: "; ")),
            ])
    }
}

extension FillResult.Line {
    /// Returns the lines about skipped gaps: one for all that have the same causes.
    static func skipped(_ gaps: [Gap], in library: Library, answered: Set<SupplierID>) -> [FillResult.Line] {
        let groups = Dictionary(grouping: gaps, by: \.decisiveCauses)
        return gaps.uniqued(by: \.decisiveCauses)
            .map { first in
                let group = groups[first.decisiveCauses] ?? [first]
                return group.count > 1
                    ? .gaps(GapGroup(group, in: library, answered: answered))
                    : .gap("gapPassed", GapDescription(first, in: library, answered: answered))
            }
    }
}

extension Gap {
    /// The missing sources that decide if the gap is skipped: those that another request may help, or all if there are none.
    fileprivate var decisive: [Missing] {
        let fillable = missing.filter(\.cause.canBeFilled)
        return fillable.isEmpty ? missing : fillable
    }

    /// The codes of the causes of ``decisive``.
    fileprivate var decisiveCauses: Set<String> { Set(decisive.map(\.cause.code)) }
}

extension Gap.Missing {
    /// The same without the number of lost items, which differs from gap to gap.
    fileprivate var uncounted: Gap.Missing {
        if case .agedOut = cause { Gap.Missing(supplier: supplier, cause: .agedOut()) } else { self }
    }
}
