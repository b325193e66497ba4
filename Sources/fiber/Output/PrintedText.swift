import Application
import EngineConcepts
import FiberConfiguration
import Localization
import ViewModels

extension Gap {
    /// The most sources of a gap that are all named.
    private static let maximumNamed = 5

    /// Returns the gap as a line, with the number of stored tickets that wait below it, if they were counted.
    func line(waiting: Int?, in library: Library, answered: Set<SupplierID>) -> String {
        let names = library.distinctNames(of: missing.map(\.supplier))
        let localizer = Console.localizer
        // Often all sources of a server are missing for one reason.
        let messages = missing.map { $0.message(answered: answered) }
        let common = Dictionary(grouping: messages, by: \.causeKey)
            .filter { $1.count > Self.maximumNamed }.mapValues { localizer.sharedCause(of: $0) }
        let reasons = messages.map { common[$0.causeKey] ?? $0.phrase(in: localizer) }
        let causes = reasons.uniqued()
            .map { reason in
                let suppliers = zip(missing, reasons).filter { $1 == reason }.map { $0.0.supplier }
                return "\(Self.list(suppliers.map { names[$0] ?? $0.rawValue }.sorted())): \(reason)"
            }
        let rest = waiting.flatMap { $0 == 0 ? nil : Message("gapWithholds", ["count": .number($0)]) }
        let size = isOfUnloadedSuppliers ? Message("gapOfSources") : Message("gapSize", ["0": .message(bounds)])
        return "--- \(id)  \(Console.text(size)). \(causes.joined(separator: "; "))"
            + (rest.map { ". " + Console.text($0) } ?? "")
    }

    /// Returns all names, or the first three of many and the number of the others.
    private static func list(_ names: [String]) -> String {
        guard names.count > maximumNamed else { return names.joined(separator: ", ") }
        let first = Message.verbatim(names.prefix(3).joined(separator: ", "))
        return Console.text(Message("gapMore", ["0": .message(first), "1": .number(names.count - 3)]))
    }
}

extension Ticket {
    /// Returns the shown author before the text of a post, as `thread` prints it, or nothing if the source has the same name.
    func printedAuthor(beside source: String) -> String {
        guard let author = shownAuthor, author.name != source else { return "" }
        return "\(author.handle ?? author.name): "
    }
}

extension Presentation {
    /// The warning, the title, the text, or, of news without a text, the reason why it is here with what it is about.
    var printedText: String {
        if let warning { return "⚠ \(Console.text(warning))" }
        if let title { return title }
        let text = body.printedText
        guard text.isEmpty, let context else { return text }
        let about = quote?.body.printedText ?? ""
        return "\(Console.text(context.message))\(about.isEmpty ? "" : ": \(about)")"
    }
}

extension StyledText {
    /// The blocks as lines. Items of lists keep their markers, which tell the answers of a poll apart in one line.
    fileprivate var printedText: String {
        blocks.map { block in
            if case .listItem(_, let marker) = block.kind { "\(marker) \(block.text)" } else { block.text }
        }
        .joined(separator: "\n")
    }
}
