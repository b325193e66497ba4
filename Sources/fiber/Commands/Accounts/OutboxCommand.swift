import Application
import ArgumentParser
import EngineConcepts

/// Lists what waits to be sent.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List, send and cancel posts and actions that wait.",
        discussion: """
            An action whose request got no answer is uncertain: it is never repeated unasked, unless the server is known \
            to recognise a repetition. `fiber outbox send ID` sends it again.
            """,
        subcommands: [List.self, Send.self, Cancel.self], defaultSubcommand: List.self)

    private static let processName = "fiber outbox"

    struct List: ContextCommand {
        static let processName = OutboxCommand.processName
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List what waits to be sent.")

        var openingMode: OpeningMode { .readingOutbox }

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ context: AppContext) async throws {
            try await context.checkOutbox()
            let waiting = await context.engine.pendingActions
            let entries = waiting.map { OutboxResult.Entry($0, in: waiting) }
            for entry in entries { try output.form.print(entry.json, or: entry.line) }
            if entries.contains(where: { $0.state == .uncertain }) { output.form.inform(Message("uncertainAdvice")) }
            if waiting.isEmpty { output.form.inform(Message("outboxEmpty")) }
        }
    }

    struct Send: SendingCommand {
        static let processName = OutboxCommand.processName
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send what waits now.",
            discussion: "Actions that are uncertain or have expired are sent only if they are named.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The ids of uncertain or expired actions to send too.")
        var ids: [String] = []

        func run(_ context: AppContext) async throws {
            let result = try await context.runOrForward(
                OutboxRequest(sends: ids.isEmpty ? .all : .named(ids.map(ActionID.init))))
            if result.entries.isEmpty { output.form.inform(Message("outboxEmpty")) }
            try result.print(as: output.form)
        }
    }

    struct Cancel: SendingCommand {
        static let processName = OutboxCommand.processName
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel an action that waits.",
            discussion: """
                An uncertain action is left in whatever state the server has it. The text of a post of an account becomes a \
                draft.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The action's id, as `fiber outbox` prints it. Several are allowed.")
        var ids: [String]

        func run(_ context: AppContext) async throws {
            let result = try await context.runOrForward(OutboxRequest(cancelled: ids.map(ActionID.init)))
            try result.print(as: .text) {
                Console.text(Message("outboxCancelled", ["action": .message($0.name)]))
            }
        }
    }
}
