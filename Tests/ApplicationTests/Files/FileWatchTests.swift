import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import Application

#if os(Linux)
@Suite("Watching files where the system does not report every change", .timeLimit(.minutes(30)))
struct FileWatchTests {
    private let directory: TemporaryDirectory
    private let time = ManualTimeSource()

    init() throws { directory = try TemporaryDirectory() }

    /// Waits for changes and returns them.
    private func changes(of watch: FileWatch) async -> Set<String> {
        for await _ in watch.signals {
            // A signal may remain of changes that were collected with earlier ones.
            let changes = watch.collectChanges()
            if !changes.isEmpty { return changes }
        }
        return []
    }

    @Test("If the system has no watch left, files are compared once a minute")
    func noWatchLeft() async throws {
        let watch = FileWatch(time: time) { _, _, _ in
            errno = ENOSPC
            return -1
        }
        let known = try directory.write("a", to: "known")
        let later = directory.path + "/later"
        watch.watch([known, later])
        try directory.write("longer", to: "known")
        await time.waitForSleepers(1)
        time.advance(by: .seconds(60))
        #expect(await changes(of: watch) == [known])
        try directory.write("", to: "later")
        // A file that is still watched is not taken as new.
        watch.watch([later])
        await time.waitForSleepers(1)
        time.advance(by: .seconds(60))
        #expect(await changes(of: watch) == [later])
    }

    @Test("A change directly after one that was reported is reported too")
    func oneAfterAnother() async throws {
        let watch = FileWatch(time: time)
        let file = try directory.write("a", to: "file")
        watch.watch([file])
        for content in ["b", "c", "d"] {
            try directory.write(content, to: "file")
            #expect(await changes(of: watch) == [file])
        }
    }

    @Test("A change is reported also if other files are watched before it was read")
    func otherFiles() async throws {
        let watch = FileWatch(time: time)
        let file = try directory.write("a", to: "file")
        watch.watch([file])
        for number in 0..<5 {
            try directory.write("\(number)", to: "file")
            watch.watch(number.isMultiple(of: 2) ? [file, "\(directory.path)/other"] : [file])
            #expect(await changes(of: watch) == [file])
        }
    }

    @Test("A folder is watched besides a file in it, and either of them can be left out later")
    func folder() async throws {
        let file = try directory.write("a", to: "file")
        for rest in [[file], [directory.path]] as [Set<String>] {
            let watch = FileWatch(time: time)
            watch.watch([file, directory.path])
            watch.watch(rest)
            try directory.write("b", to: "other")
            try directory.write("c", to: "file")
            #expect(await changes(of: watch) == rest)
        }
    }

    @Test("A file is watched also before its folder exists, and after the folder was removed or moved and made again")
    func missingFolder() async throws {
        let watch = FileWatch(time: time)
        let folder = "\(directory.path)/above/folder"
        let file = "\(folder)/file"
        watch.watch([file])
        for number in 0..<4 {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(await changes(of: watch) == [file])
            try "\(number)".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(await changes(of: watch) == [file])
            if number.isMultiple(of: 2) {
                try FileManager.default.removeItem(atPath: "\(directory.path)/above")
            } else {
                try FileManager.default.moveItem(atPath: folder, toPath: "\(directory.path)/former-\(number)")
            }
            #expect(await changes(of: watch) == [file])
        }
    }

    @Test("A file behind a link is watched where the link leads, however often it is replaced there")
    func link() async throws {
        let folder = "\(directory.path)/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try directory.write("a", to: "folder/file")
        let link = "\(directory.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "folder/file")
        let watch = FileWatch(time: time)
        watch.watch([link])
        for content in ["b", "c", "d", "e"] {
            try directory.write(content, to: "folder/file")
            #expect(await changes(of: watch) == [link])
        }
    }

    @Test("If the system has dropped events, every file counts as changed and is watched anew")
    func overflow() async throws {
        let added = WaitableState<[String]>([])
        let watch = FileWatch(time: time) { descriptor, path, mask in
            added.withLock { $0.append(path) }
            return inotify_add_watch(descriptor, path, mask)
        }
        let paths: Set<String> = [directory.path + "/one", directory.path + "/two"]
        watch.watch(paths)
        let before = added.withLock { $0.sorted() }
        added.withLock { $0 = [] }
        var event = inotify_event()
        event.wd = -1
        event.mask = UInt32(IN_Q_OVERFLOW)
        watch.handle(events: withUnsafeBytes(of: event) { Array($0) }[...])
        #expect(await changes(of: watch) == paths)
        #expect(added.withLock { $0.sorted() } == before)
    }
}
#endif
