import EngineConcepts
import Foundation
import LibC
import Synchronization

/// Watches files for changes: with inotify(7) on Linux while the system has watches left, otherwise by comparing size and
/// time once a minute.
final class FileWatch: Sendable {
    private struct State {
        var paths: Set<String> = []
        var changed: Set<String> = []
        var places: [Int32: Place] = [:]
        /// The sizes and times at the last comparison by path, or `nil` while the system reports all changes.
        var stamps: [String: String]?
    }

    /// The target of one inotify watch.
    private struct Place {
        /// The watched path of this file or directory, or `nil` if only files in it are watched.
        var path: String?
        /// The watched paths that lead through an entry of this directory, by its name.
        var files: [String: Set<String>] = [:]

        /// All watched paths to which its events belong.
        var paths: Set<String> {
            files.values.reduce(into: Set([path].compactMap(\.self))) { paths, others in paths.formUnion(others) }
        }
    }

    private static let interval = Duration.seconds(60)
    /// The time for which changes are collected after one was reported: a commit writes to a file hundreds of times.
    private static let pause = DispatchTimeInterval.milliseconds(200)

    /// Yields when ``collectChanges()`` has changes. Several changes can come as one.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let time: any TimeSource
    private let state = Mutex(State())

    /// Returns the files that changed, appeared or vanished since the last call.
    func collectChanges() -> Set<String> {
        state.withLock { state in
            defer { state.changed = [] }
            return state.changed
        }
    }

    private func addChanged(_ paths: some Sequence<String>) {
        let hasChanged = state.withLock { state in
            state.changed.formUnion(paths)
            return !state.changed.isEmpty
        }
        if hasChanged { signal.yield() }
    }

    #if os(Linux)
    /// Adds a watch to an inotify instance, as `inotify_add_watch` does: returns its number, or -1 and sets `errno`.
    typealias WatchAdding = @Sendable (_ descriptor: Int32, _ path: String, _ mask: UInt32) -> Int32

    private let addWatch: WatchAdding
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

    /// Dispatch sources can be cancelled from any thread, which the compiler cannot know.
    private struct Running: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    /// Starts without files.
    init(time: any TimeSource, addWatch: @escaping WatchAdding = { inotify_add_watch($0, $1, $2) }) {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.time = time
        self.addWatch = addWatch
        guard descriptor >= 0 else {
            state.withLock { compareRegularly(&$0) }
            return
        }
        let queue = DispatchQueue.global(qos: .utility)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let running = Running(source: source)
        source.setEventHandler { [weak self] in
            self?.read()
            running.source.suspend()
            // Also for a cancelled source, whose handler is called only then.
            queue.asyncAfter(deadline: .now() + Self.pause) { running.source.resume() }
        }
        signal.onTermination = { _ in running.source.cancel() }
        source.activate()
    }

    /// Replaces the watched files and directories, which need not exist. A directory changes with its contents. Of those that
    /// are still watched, no change is missed.
    func watch(_ paths: Set<String>) {
        state.withLock { state in
            for path in state.paths.subtracting(paths) { remove(path, from: &state) }
            replacePaths(paths, in: &state)
            for path in paths { add(path, to: &state) }
        }
    }

    private static let moves =
        UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)

    /// Watches a file and its directory: writing changes the file itself; replacing it, as editors do, changes its directory.
    /// If the file is a link, it can also be replaced where the link leads.
    private func add(_ path: String, to state: inout State) {
        let file = makeWatch(on: path, UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | Self.moves, in: &state).number
        if file >= 0 { state.places[file, default: Place()].path = path }
        let url = URL(fileURLWithPath: path)
        watchDirectory(of: url, for: path, in: &state)
        let target = url.resolvingSymlinksInPath()
        if target.path != url.path { watchDirectory(of: target, for: path, in: &state) }
    }

    /// Watches the directory of a file. If it is missing, watches the nearest one above it that exists, in which the way to the
    /// file can appear.
    private func watchDirectory(of file: URL, for path: String, in state: inout State) {
        var entry = file
        while entry.pathComponents.count > 1 {
            let directory = entry.deletingLastPathComponent()
            let (number, isMissing) = makeWatch(on: directory.path, Self.moves | UInt32(IN_MOVE_SELF), in: &state)
            if number >= 0 {
                state.places[number, default: Place()].files[entry.lastPathComponent, default: []].insert(path)
                // It may have appeared before it was watched for.
                guard entry != file, access(entry.path, F_OK) == 0 else { return }
                entry = file
            } else {
                guard isMissing else { return }
                entry = directory
            }
        }
    }

    /// Ends the watches that only this file needs.
    private func remove(_ path: String, from state: inout State) {
        for (number, var place) in state.places {
            if place.path == path { place.path = nil }
            place.files = place.files.compactMapValues { paths in
                let others = paths.subtracting([path])
                return others.isEmpty ? nil : others
            }
            let isNeeded = place.path != nil || !place.files.isEmpty
            if !isNeeded { inotify_rm_watch(descriptor, number) }
            state.places[number] = isNeeded ? place : nil
        }
    }

    /// Returns the number of a new watch or of the one that this place has already, or a negative number if there is none, and
    /// true if nothing is at this path. Compares the files from now on if the system has no watch left.
    private func makeWatch(
        on path: String, _ mask: UInt32, in state: inout State
    ) -> (number: Int32, isMissing: Bool) {
        // A directory can be watched itself and for files in it.
        let number = addWatch(descriptor, path, mask | UInt32(IN_MASK_ADD))
        guard number < 0 else { return (number, false) }
        let code = errno
        if code == ENOSPC || code == ENOMEM { compareRegularly(&state) }
        return (number, code == ENOENT || code == ENOTDIR)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            handle(events: buffer.prefix(count))
        }
    }

    /// Records the files named by inotify events: watch number, mask, cookie, length, and a zero-padded name.
    func handle(events: ArraySlice<UInt8>) { addChanged(state.withLock { paths(of: events, &$0) }) }

    private func paths(of events: ArraySlice<UInt8>, _ state: inout State) -> Set<String> {
        var changed: Set<String> = []
        var rest = events
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
            rest = rest.dropFirst(head + Int(event.len))
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                // Events were dropped: any file may have changed, or be another one now.
                changed.formUnion(state.paths)
                for path in state.paths { add(path, to: &state) }
                continue
            }
            guard let place = state.places[event.wd] else { continue }
            if let path = place.path { changed.insert(path) }
            var moved = place.files[String(decoding: name, as: UTF8.self)] ?? []
            // The system has ended this watch, since its file or directory is gone; or the directory has another path now.
            if event.mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF)) != 0 {
                if event.mask & UInt32(IN_IGNORED) == 0 { inotify_rm_watch(descriptor, event.wd) }
                state.places[event.wd] = nil
                moved.formUnion(place.paths)
            }
            changed.formUnion(moved)
            // Another file, or none, has such a path now.
            for path in moved { add(path, to: &state) }
        }
        return changed
    }
    #else
    /// Starts without files.
    init(time: any TimeSource) {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.time = time
        state.withLock { compareRegularly(&$0) }
    }

    /// Replaces the watched files and directories, which need not exist. A directory changes with its contents.
    func watch(_ paths: Set<String>) { state.withLock { replacePaths(paths, in: &$0) } }
    #endif
}

/// Comparing the files, where the system does not report their changes.
extension FileWatch {
    /// Compares the files once a minute from now on.
    private func compareRegularly(_ state: inout State) {
        guard state.stamps == nil else { return }
        state.stamps = Self.stamps(of: state.paths)
        let comparing = Task { [weak self, time] in
            while true {
                try await time.sleep(for: Self.interval)
                guard let self else { return }
                self.compare()
            }
        }
        let end = signal.onTermination
        signal.onTermination = { reason in
            comparing.cancel()
            end?(reason)
        }
    }

    private func compare() {
        addChanged(
            state.withLock { state -> [String] in
                guard let former = state.stamps else { return [] }
                let now = Self.stamps(of: state.paths)
                state.stamps = now
                return now.keys.filter { former[$0] != now[$0] }
            })
    }

    /// Replaces the paths. Those that were there before are still compared with their last stamps.
    private func replacePaths(_ paths: Set<String>, in state: inout State) {
        state.paths = paths
        guard let former = state.stamps else { return }
        state.stamps = Self.stamps(of: paths).merging(former.filter { paths.contains($0.key) }) { $1 }
    }

    private static func stamps(of paths: Set<String>) -> [String: String] {
        var stamps: [String: String] = [:]
        for path in paths {
            var status = stat()
            let exists = stat(path, &status) == 0
            let time = status.modificationTime
            stamps[path] = exists ? "\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)" : ""
        }
        return stamps
    }
}
