import Foundation
import LibC

/// The state of other processes.
enum ProcessState {
    /// Returns true if no process has this number, so that the one that had it has ended.
    static func hasEnded(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    /// Returns true if the process is stopped, for example by Ctrl-Z. It answers nothing until it is continued.
    static func isSuspended(_ process: Int32) -> Bool {
        #if canImport(Darwin)
        var info = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.stride
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
        return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 && size > 0
            && Int32(info.kp_proc.p_stat) == SSTOP
        #else
        // proc(5): the state follows the name, which is in parentheses and can contain some itself.
        guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/stat") else { return false }
        defer { file.closeFile() }
        let data: Data
        do {
            data = try file.read(upToCount: 4096) ?? Data()
        } catch {
            // The process has ended meanwhile.
            return false
        }
        let text = String(decoding: data, as: UTF8.self)
        let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
        return state == "T" || state == "t"
        #endif
    }
}
