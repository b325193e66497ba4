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
        guard isatty(STDIN_FILENO) == 0 else { throw CommandFailure(.usage, Message("standardInputIsTerminal")) }
        let store = try TrackDatabase()
        // Nothing throws after it, so that nothing has to be moved back.
        input = try Self.move(STDIN_FILENO, asideFor: "/dev/tty")
        let time = SystemTimeSource()
        supplier = StreamSupplier(
            name: configuration.settings.localizer(Message("standardInputName")),
            maximumItems: configuration.settings.number("network.feed-items"),
            isStored: { id in
                do {
                    return try await store.entry(id) != nil
                } catch {
                    // Items that come twice are stored once.
                    return false
                }
            })
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

    /// Reads until the end or a limit, and refreshes the engine after each read. Returns at once.
    package func follow() async {
        await parts.engine.suppliersChanged()
        Task { [supplier, input, engine = parts.engine] in
            await Self.read(input, into: supplier, refreshing: engine)
        }
    }

    /// Reads `input` until its end or a limit of `supplier`, and closes it. Reads no faster than the engine stores.
    static func read(_ input: Int32, into supplier: StreamSupplier, refreshing engine: any TrackFilling) async {
        // Reading waits for the writer, for which tasks have no threads to spare.
        let reads = DispatchQueue(label: "fiber.input")
        loop: while true {
            switch supplier.intake {
            case .nothing: break loop
            case .dataAfterDelivery: await engine.waitUntilIdle()
            case .data: break
            }
            let bytes = await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8], Never>) in
                reads.async { continuation.resume(returning: Self.nextBytes(of: input)) }
            }
            guard !bytes.isEmpty else { break }
            supplier.append(bytes)
            engine.refresh()
        }
        close(input)
        supplier.end()
        engine.refresh()
    }

    /// Waits for data and returns up to 64 KiB of it, or nothing at the end or after an error.
    private static func nextBytes(of input: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, $0.count) }
            if count >= 0 { return Array(buffer.prefix(count)) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process has made it non-blocking.
                var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
            default: return []
            }
        }
    }
}
