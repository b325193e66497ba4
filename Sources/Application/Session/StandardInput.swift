import EngineConcepts
import EngineStandard
package import FiberConfiguration
import Foundation
import Storage
import Suppliers
import ViewModels

/// A timeline of standard input, followed as it grows. Uses no network and stores nothing.
package struct StandardInput {
    package let parts: SessionTimeline.Parts
    private let supplier = StreamSupplier(name: "standard input")
    private let input: Int32

    /// Moves standard input aside and puts the terminal in its place, for keys.
    package init(configuration: ConfigurationFile, directories: Directories) throws {
        guard isatty(STDIN_FILENO) == 0 else {
            throw CommandFailure(.usage, Message("standardInputIsTerminal"))
        }
        input = dup(STDIN_FILENO)
        let terminal = open("/dev/tty", O_RDWR)
        guard input >= 0, terminal >= 0, dup2(terminal, STDIN_FILENO) >= 0 else {
            throw CommandFailure(Message("noTerminalForKeys"))
        }
        close(terminal)
        let store = try TrackDatabase()
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
