import Application
import ArgumentParser
import EngineConcepts
import Foundation
import Storage

/// Takes back the last change of marks.
struct UndoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last `fiber mark`.",
        discussion: "Only the items that it changed are changed back; other marks stay. It cannot be repeated.")

    @OptionGroup var global: GlobalOptions

    func run(_ context: AppContext) async throws {
        guard let last = try await LastMark.kept(in: context.store) else {
            throw CommandFailure(Message("nothingToTakeBack"))
        }
        let count = try await context.mark(last.tickets, last.mark.inverse)
        try await LastMark.remove(in: context.store)
        let done = Message("markTakenBack", ["count": .number(count), "mark": .text(last.mark.rawValue)])
        let gone = last.tickets.count - count
        try Console.print(
            gone == 0 ? done : .sentences(done, Message("markedAreRemoved", ["count": .number(gone)])))
    }
}

/// The tickets that the last `fiber mark` changed, kept in the store for `fiber undo`.
struct LastMark: Codable {
    let mark: MarkChoice
    let tickets: [TicketID]

    /// The name of the setting.
    private static let name = "commands.last-mark"

    func keep(in store: TrackDatabase) async throws {
        let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        try await store.setSetting(Self.name, to: text)
    }

    static func kept(in store: TrackDatabase) async throws -> LastMark? {
        guard let text = try await store.setting(name) else { return nil }
        return try JSONDecoder().decode(LastMark.self, from: Data(text.utf8))
    }

    static func remove(in store: TrackDatabase) async throws {
        try await store.setSetting(name, to: nil)
    }
}
