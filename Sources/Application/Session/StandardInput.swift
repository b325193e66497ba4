import EngineConcepts
import EngineStandard
package import FiberConfiguration
import Foundation
import Localization
import Storage
import Suppliers
import ViewModels

/// A timeline of standard input, followed as it grows. Uses no network and stores nothing.
package struct StandardInput {
    package let parts: SessionTimeline.Parts
    private let supplier: StreamSupplier
    private let input: Int32

    /// Moves standard input aside and puts the terminal in its place, for keys.
    package init(configuration: ConfigurationFile, directories: Directories) throws {
        guard isatty(STDIN_FILENO) == 0 else {
            throw CommandFailure(.usage, Message("standardInputIsTerminal"))
        }
        // Nothing throws after it, so that nothing has to be moved back.
        let store = try TrackDatabase()
        input = try Self.move(STDIN_FILENO, asideFor: "/dev/tty")
        supplier = StreamSupplier(name: configuration.settings.localizer(Message("standardInputName")))
        let time = SystemTimeSource()
        parts = SessionTimeline.Parts(
            engine: StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time),
            store: store,
            sources: FixedSources(
                list: [SourceDescription(id: supplier.id, address: supplier.name, name: supplier.name)],
                reason: Message("standardInputFixed")),
            configuration: configuration, time: time,
            diagnostics: ProgramDiagnostics(
                log: Journal(time: time), configuration: configuration, store: store, directories: directories,
                time: time),
            refreshing: SessionTimeline.RefreshPlan(atStart: false))
    }

    /// Puts the terminal at `path` in the place of a descriptor. If that fails, the descriptor is as before, and no other one
    /// stays open.
    ///
    /// - Returns: A new descriptor of the former file.
    static func move(_ descriptor: Int32, asideFor path: String) throws -> Int32 {
        let failure = CommandFailure(Message("noTerminalForKeys"))
        // Programs that are started do not inherit it.
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard moved >= 0 else { throw failure }
        let terminal = open(path, O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            close(moved)
            throw failure
        }
        defer { close(terminal) }
        guard dup2(terminal, descriptor) >= 0 else {
            close(moved)
            throw failure
        }
        return moved
    }

    /// Reads until the end, and refreshes the engine after each read. Returns at once.
    package func follow() async {
        let engine = parts.engine
        await engine.suppliersChanged()
        let thread = Thread { [supplier, input] in
            let handle = FileHandle(fileDescriptor: input, closeOnDealloc: true)
            while true {
                let bytes = handle.availableData
                guard !bytes.isEmpty else { break }
                supplier.append([UInt8](bytes))
                engine.refresh()
            }
            supplier.end()
            engine.refresh()
        }
        thread.start()
    }
}
