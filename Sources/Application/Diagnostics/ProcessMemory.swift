import Foundation
import LibC

/// The memory use of this process.
enum ProcessMemory {
    /// Returns the resident bytes, or `nil` if the system does not tell.
    static func residentBytes() -> Int? {
        #if canImport(Darwin)
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let status = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { integers in
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), integers, &count)
            }
        }
        return status == KERN_SUCCESS ? Int(info.resident_size) : nil
        #else
        // proc(5): the second number is the resident set in pages.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/statm") else { return nil }
        defer { file.closeFile() }
        let numbers = String(decoding: file.availableData, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #endif
    }
}
