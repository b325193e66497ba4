import Application
import ArgumentParser
import EngineConcepts

/// Takes back the last change of marks.
struct UndoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last `fiber mark`.",
        discussion: "Only the items that it changed are changed back; other marks stay. It cannot be repeated.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(_ context: AppContext) async throws {
        guard let last = try await MarkService(store: context.store).takeBack({ Console.progress($0) }) else {
            throw CommandFailure(Message("nothingToTakeBack"))
        }
        Console.endProgress()
        let done = Message("markTakenBack", ["count": .number(last.count), "mark": .message(last.mark.title)])
        let removed = Message("markedAreRemoved", ["count": .number(last.removed)])
        try output.form.print(
            ["type": "undo", "mark": last.mark.rawValue, "changed": last.count, "removed": last.removed],
            or: Console.text(last.removed == 0 ? done : .sentences(done, removed)))
    }
}
