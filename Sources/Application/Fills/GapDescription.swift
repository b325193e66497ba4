package import EngineConcepts
import FiberConfiguration
import Localization

/// A gap with its bounds and the causes of its missing sources, so that another process can print it in its language.
package struct GapDescription: Hashable, Codable {
    /// The cause for which a source is missing.
    private struct Cause: Hashable, Codable {
        let source: String
        let message: Message
    }

    private let id: GapID
    private let bounds: Message
    private let causes: [Cause]
    /// The number of missing sources that are not named.
    private let others: Int

    /// The largest number of sources to name; there may be a thousand.
    static let maximumNames = 5

    /// - Parameters:
    ///   - library: The sources, for their names.
    ///   - answered: The sources that have answered a request.
    init(_ gap: Gap, in library: Library, answered: Set<SupplierID>) {
        let names = library.distinctNames(of: gap.missing.map(\.supplier))
        id = gap.id
        bounds = gap.bounds
        causes = gap.missing.prefix(Self.maximumNames)
            .map { missing in
                Cause(
                    source: names[missing.supplier] ?? missing.supplier.rawValue,
                    message: missing.message(answered: answered))
            }
        others = gap.missing.count - causes.count
    }

    /// Returns the gap and the cause of each missing source in a language.
    func text(in localizer: Localizer) -> String {
        let reasons = causes.map { "\($0.source): \($0.message.phrase(in: localizer))" }
        return "\(id) (\(localizer(bounds))). " + reasons.joined(separator: "; ")
            + (others > 0 ? "; " + localizer(Message("andOthers", ["count": .number(others)])) : "")
    }
}

extension Gap {
    /// The bounds; an open one is `…`.
    package var bounds: Message { Self.bounds(from: timeframe.start, downTo: timeframe.end) }

    /// Returns these bounds as ``bounds`` does.
    static func bounds(from start: Timestamp, downTo end: Timestamp) -> Message {
        let bounds = [start, end].map { $0.isFinite ? Message.Argument.time($0) : "…" }
        return Message("timeSpan", ["newer": bounds[0], "older": bounds[1]])
    }
}
