import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// Performs actions on the tickets of a source by a command of the user.
///
/// The command gets the action as one line of JSON on standard input. It answers by its exit status, or more precisely by
/// a first line of JSON with a member `outcome` on standard output. An item that it prints after that line is the item
/// that the action created or changed.
struct CommandActions: Sendable {
    /// The program and its arguments.
    let words: [String]
    let commands: CommandRunner
    /// The maximum number of items that are read of an answer.
    let maximumItems: Int

    /// The supported actions: all but those for certain people only. None is repeated automatically, because commands need
    /// not recognise the action's identity.
    static let actions: [TicketAction.Kind: ActionRepetition] = Dictionary(
        uniqueKeysWithValues: TicketAction.Kind.allCases.filter { $0 != .boostTo }.map { ($0, .unsafe) })

    /// The exit statuses of failures that pass: `EX_UNAVAILABLE` and `EX_TEMPFAIL` of `sysexits.h`.
    private static let temporary: Set<Int> = [69, 75]
    /// The longest wait that an answer can ask for, in seconds: one day.
    private static let maximumRetrySeconds = 86_400.0

    /// Runs the command for one attempt. One that may have happened without an answer is uncertain.
    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket, of source: String) async -> ActionOutcome {
        let program = words.first ?? source
        let input: [UInt8]
        do {
            input = Array(try JSONEncoder().encode(Request(request, ticket))) + [UInt8.lineFeed]
        } catch {
            return .refused(SupplierError(.refused, Message(error)))
        }
        let result: CommandRunner.Result
        do throws(SupplierError) {
            result = try await commands.result(of: words, input: input)
        } catch {
            // A command that was never started has done nothing.
            return error.code == .unreachable ? .failed(error) : .uncertain(error)
        }
        return outcome(of: result, program: program, now: request.now)
    }

    /// Returns the outcome by the answer of the command or, without one, by its exit status.
    private func outcome(of result: CommandRunner.Result, program: String, now: Timestamp) -> ActionOutcome {
        let (answer, rest) = Answer.split(result.output)
        guard let answer else {
            guard let failure = result.failure else { return .done(item(in: rest, program: program, now: now)) }
            guard let status = result.status else { return .uncertain(failure) }
            return Self.temporary.contains(status) ? .failed(failure) : .refused(failure)
        }
        let retryAt = answer.retryAfter.flatMap { seconds in
            (0...Self.maximumRetrySeconds).contains(seconds) ? now.advanced(by: .seconds(seconds)) : nil
        }
        let text = answer.message.map { Message.verbatim(TextSanitizer.line(String($0.prefix(500)))) }
        let error = SupplierError(
            .refused, text ?? result.failure?.message ?? Message("commandRefused", ["program": .text(program)]),
            retryAt: retryAt)
        switch answer.outcome {
        case .done: return .done(item(in: rest, program: program, now: now))
        case .refused: return .refused(error)
        case .failed: return .failed(error)
        case .uncertain: return .uncertain(error)
        }
    }

    /// Returns the first item that the command printed, or `nil` if there is none that can be read.
    private func item(in output: [UInt8], program: String, now: Timestamp) -> SourceItem? {
        guard output.contains(where: { $0 > .space }) else { return nil }
        do throws(SupplierError) {
            return try FetchAnswer(
                reading: output, of: .message(Message("printed", ["program": .text(program)])),
                maximumItems: maximumItems, at: now
            )
            .items.first
        } catch {
            // The action is done, whatever the command printed.
            return nil
        }
    }

    /// The action as the command reads it.
    private struct Request: Encodable {
        private struct Item: Encodable {
            let id: String
            let url: String?
            let uri: String?
            let title: String?
            let text: String
            let author: String?
            let date: Int64
            let fields: [String: String]
        }

        private let id: String
        private let action: String
        private let text: String?
        private let draft: PostDraft?
        private let choices: [Int]?
        private let item: Item

        init(_ request: ActionRequest<TicketAction>, _ ticket: Ticket) {
            id = request.id.rawValue
            action = request.action.kind.rawValue
            switch request.action {
            case .reply(let reply): (text, draft, choices) = (reply, nil, nil)
            case .quote(let post), .edit(let post): (text, draft, choices) = (post.text, post, nil)
            case .vote(let indexes): (text, draft, choices) = (nil, nil, indexes)
            default: (text, draft, choices) = (nil, nil, nil)
            }
            let body = ticket.body
            item = Item(
                id: ticket.id.item, url: body.link, uri: body.uri, title: body.title, text: body.text.source,
                author: body.author?.name, date: ticket.shownTime.seconds, fields: ticket.source.fields)
        }
    }

    private struct Answer: Decodable {
        enum Outcome: String, Decodable {
            case done, refused, failed, uncertain
        }

        let outcome: Outcome
        let message: String?
        /// The wait before the next attempt, in seconds.
        let retryAfter: Double?

        /// Splits an output into the answer, if the first line is one, and the rest. Without an answer, the rest is
        /// everything.
        static func split(_ output: [UInt8]) -> (answer: Answer?, rest: [UInt8]) {
            let line = output.prefix { $0 != .lineFeed }
            do {
                return (try JSONDecoder().decode(Answer.self, from: Data(line)), Array(output.dropFirst(line.count)))
            } catch {
                // The output is an item or nothing.
                return (nil, output)
            }
        }
    }
}
