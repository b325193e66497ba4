import GRDBSQLite
import LibC
import Synchronization

/// The number of SQLite's writes until this process crashes in the middle of one.
private let writesLeft = Atomic<Int>(.max)

/// The part of the last write that still reaches the file, in 256ths.
private let lastPart = Atomic<Int>(0)

/// Crashes a process inside one of SQLite's writes after a part of the data. SQLite makes system calls through a
/// table that tests may change: <https://www.sqlite.org/c3ref/vfs.html> (`xSetSystemCall`).
enum CrashInjector {
    /// Plans a crash in the `count`th write from now on, of which `part` 256ths reach the file.
    static func plan(inWrite count: Int, part: Int) {
        writesLeft.store(count, ordering: .sequentiallyConsistent)
        lastPart.store(part, ordering: .sequentiallyConsistent)
        guard let files = sqlite3_vfs_find(nil), let replace = files.pointee.xSetSystemCall else { return }
        let append: @convention(c) (CInt, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            write(file, bytes, allowance(of: count)).after(count)
        }
        let place: @convention(c) (CInt, UnsafeRawPointer?, Int, off_t) -> Int = { file, bytes, count, offset in
            pwrite(file, bytes, allowance(of: count), offset).after(count)
        }
        let truncate: @convention(c) (CInt, off_t) -> CInt = { file, length in
            if allowance(of: 1) == 0 { crash() }
            return ftruncate(file, length)
        }
        typealias Plain = @convention(c) () -> Void
        _ = replace(files, "write", unsafeBitCast(append, to: Plain.self))
        _ = replace(files, "pwrite", unsafeBitCast(place, to: Plain.self))
        _ = replace(files, "pwrite64", unsafeBitCast(place, to: Plain.self))
        _ = replace(files, "ftruncate", unsafeBitCast(truncate, to: Plain.self))
    }
}

/// Returns how many of `count` bytes are written: fewer than all only in the last write.
private func allowance(of count: Int) -> Int {
    let left = writesLeft.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left < 0 { crash() }
    return left > 0 ? count : min(count - 1, count * lastPart.load(ordering: .sequentiallyConsistent) / 256)
}

/// Ends the process with an uncatchable signal.
private func crash() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
}

extension Int {
    /// Returns the result of a write that is not the last one.
    fileprivate func after(_ wanted: Int) -> Int {
        if self >= 0, self < wanted { crash() }
        return self
    }
}
