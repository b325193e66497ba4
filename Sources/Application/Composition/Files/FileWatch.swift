import Foundation
import Synchronization

/// Watches files for changes: with inotify(7) on Linux, elsewhere by comparing size and time once a minute.
final class FileWatch: Sendable {
    private struct State {
        var paths: Set<String> = []
        var changed: Set<String> = []
        var places: [Int32: Place] = [:]
    }

    /// The target of one inotify watch.
    private enum Place {
        case file(String)
        /// A directory with its watched files: paths by file name.
        case directory([String: String])
    }

    /// Yields when ``collectChanges()`` has changes. Several changes can come as one.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// Starts without files. Throws if the system has no watch left.
    init() throws {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        try begin()
    }

    /// Returns the files that changed, appeared or vanished since the last call.
    func collectChanges() -> Set<String> {
        state.withLock { state in
            defer { state.changed = [] }
            return state.changed
        }
    }

    private func note(_ paths: some Sequence<String>) {
        let hasChanged = state.withLock { state in
            state.changed.formUnion(paths)
            return !state.changed.isEmpty
        }
        if hasChanged { signal.yield() }
    }

    #if os(Linux)
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

    /// Dispatch sources can be cancelled from any thread, which the compiler cannot know.
    private struct Running: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    private func begin() throws {
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let running = Running(source: source)
        signal.onTermination = { _ in running.source.cancel() }
        source.activate()
    }

    /// Replaces the watched files and directories, which need not exist. A directory changes with its contents.
    func watch(_ paths: Set<String>) {
        state.withLock { state in
            for number in state.places.keys { inotify_rm_watch(descriptor, number) }
            state.places = [:]
            state.paths = paths
            for path in paths { add(path, to: &state) }
        }
    }

    /// Watches a file and its directory: writing changes the file itself; replacing it, as editors do, changes its directory.
    private func add(_ path: String, to state: inout State) {
        let moves = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
        let file = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | moves)
        if file >= 0 { state.places[file] = .file(path) }
        let url = URL(fileURLWithPath: path)
        let directory = inotify_add_watch(descriptor, url.deletingLastPathComponent().path, moves)
        guard directory >= 0 else { return }
        var names: [String: String] = [:]
        if case .directory(let known)? = state.places[directory] { names = known }
        names[url.lastPathComponent] = path
        state.places[directory] = .directory(names)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var changed: Set<String> = []
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            changed.formUnion(paths(of: buffer.prefix(count)))
        }
        note(changed)
    }

    /// Returns the files named by inotify events: watch number, mask, cookie, length, and a zero-padded name.
    private func paths(of events: ArraySlice<UInt8>) -> Set<String> {
        state.withLock { state in
            var changed: Set<String> = []
            var rest = events
            let head = MemoryLayout<inotify_event>.size
            while rest.count >= head {
                let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
                rest = rest.dropFirst(head + Int(event.len))
                switch state.places[event.wd] {
                case .file(let path): changed.insert(path)
                case .directory(let names):
                    guard let path = names[String(decoding: name, as: UTF8.self)] else { continue }
                    changed.insert(path)
                    // Another file has this path now.
                    add(path, to: &state)
                case nil: continue
                }
            }
            return changed
        }
    }
    #else
    private func begin() throws {
        let look = Task { [weak self] in
            var stamps: [String: String] = [:]
            while let self {
                let now = self.stamps()
                self.note(now.keys.filter { stamps[$0] != nil && stamps[$0] != now[$0] })
                stamps = now
                try await Task.sleep(for: .seconds(60))
            }
        }
        signal.onTermination = { _ in look.cancel() }
    }

    /// Replaces the watched files and directories, which need not exist. A directory changes with its contents.
    func watch(_ paths: Set<String>) {
        state.withLock { $0.paths = paths }
    }

    private func stamps() -> [String: String] {
        var stamps: [String: String] = [:]
        for path in state.withLock(\.paths) {
            var status = stat()
            stamps[path] =
                stat(path, &status) == 0 ? "\(status.st_ino) \(status.st_size) \(status.st_mtimespec.tv_sec)" : ""
        }
        return stamps
    }
    #endif
}
