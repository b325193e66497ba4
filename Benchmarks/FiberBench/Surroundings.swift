import ArgumentParser
import Foundation

/// A directory that goes away with its last reference.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "fiber-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) is left behind: \(error)")
        }
    }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

/// Other programs.
enum Program {
    /// Where a program is; nil where it is not installed.
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// How long a run takes from starting the process to its end; fails where the program does.
    static func time(_ program: String, _ arguments: [String], home: String) throws -> Duration {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        let time = ContinuousClock.now - start
        guard process.terminationStatus == 0 else {
            throw ValidationError(
                "\(program) \(arguments.joined(separator: " ")) ended with status \(process.terminationStatus).")
        }
        return time
    }
}
