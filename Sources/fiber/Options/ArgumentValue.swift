import Application
import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Queries
import ViewModels

extension ValidationError {
    /// Creates an error about wrong usage.
    init(_ message: Message) { self.init(Console.text(message.shortened)) }
}

/// Parses values of the command line.
enum ArgumentValue {
    /// The dates that people type, as of now and in local time.
    static var dates: DateReader { DateReader(zone: SystemZone(), now: SystemTimeSource().now()) }

    /// Returns a time in RFC 3339, or in the forms of the screen: `2d`, `yesterday`, `2026-11-23`, `14:05`. A day is its
    /// start in local time.
    static func time(_ text: String) throws -> Timestamp {
        guard let time = dates.start(text) else { throw ValidationError(Message("timeInvalid", ["text": .text(text)])) }
        return time
    }

    /// Returns a time ahead, in RFC 3339 or in the forms of the screen: `2026-11-23 14:05`, `14:05`, `3h`.
    static func timeAhead(_ text: String) throws -> Timestamp {
        guard let time = dates.ahead(text) else { throw ValidationError(failure(ofTimeAhead: text)) }
        return time
    }

    /// Returns the failure of a text that is not a time ahead. The day and the time that it suggests are ahead in every zone.
    static func failure(ofTimeAhead text: String) -> Message {
        let time = SystemTimeSource().now().advanced(by: .seconds(2 * 86_400)).rfc3339
        return Message(
            "timeAheadInvalid", ["text": .text(text), "day": .text(String(time.prefix(10))), "time": .text(time)])
    }

    /// Refuses a limit of zero or less.
    static func checkLimit(_ limit: Int) throws {
        guard limit > 0 else { throw ValidationError(Message("limitInvalid")) }
    }

    /// Joins the words of a query. They may begin with a minus, so unknown options arrive here too; these are refused
    /// unless they follow `--`.
    static func text(of words: [String]) throws -> String {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        if let option = words[..<end].first(where: { $0.hasPrefix("--") }) {
            throw ValidationError(Message("optionUnknown", ["option": .text(option)]))
        }
        return (words[..<end] + words[end...].dropFirst()).joined(separator: " ")
    }

    static func gap(_ text: String) throws -> GapID {
        guard let gap = GapID(text) else { throw ValidationError(Message("gapIDInvalid", ["text": .text(text)])) }
        return gap
    }

    /// Parses a query. A wrong one fails as wrong usage, with a mark below the place of the error.
    ///
    /// - Parameter isKept: True if the query is stored, so that `date:yesterday` has no meaning in it.
    static func query(_ text: String, isKept: Bool = false) throws -> Query {
        let dates = dates
        do {
            return isKept
                ? try Query(parsing: text, kinds: .known)
                : try Query(parsing: text, kinds: .known) { dates.day($0) }
        } catch {
            throw CommandFailure(
                .usage, Message("queryInvalid", ["reason": .message(error.messageWithoutColumn)]),
                advice: error.code == .empty ? nil : .verbatim(QueryExcerpt(text, column: error.column).text))
        }
    }
}

extension AppContext {
    /// Warns of the names of topics and sources in a query that find nothing or less than they seem to, and of errors in the
    /// files with the notes and people that it names.
    func warn(about query: Query) async {
        query.warnings(on: library.allTopics, sources: library.shownNames).forEach(Console.warn)
        let dependencies = query.dependencies
        if !dependencies.isDisjoint(with: [.notes, .noteLabels]) {
            for error in await notes.notesErrors { Console.warn(error) }
        }
        if dependencies.contains(.people) {
            for error in await notes.peopleErrors { Console.warn(error) }
        }
    }
}
