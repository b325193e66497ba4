import ArgumentParser
import Foundation

/// External programs.
enum Program {
    /// Returns the path of a program, or `nil` if it is not installed.
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Runs a program and returns its run time; throws if the program fails. `input` is the file for its standard
    /// input, `output` the one for its standard output.
    static func time(
        _ program: String, _ arguments: [String], input: String? = nil, output: String? = nil, home: String
    ) throws -> Duration {
        try run(program, arguments, input: input, output: output, home: home).wall
    }

    /// Runs a program like ``time(_:_:input:output:home:)`` and returns its processor time too.
    static func run(
        _ program: String, _ arguments: [String], input: String? = nil, output: String? = nil, home: String
    ) throws -> RunTime {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) } ?? .nullDevice
        process.standardOutput = FileHandle.nullDevice
        if let output {
            try Data().write(to: URL(fileURLWithPath: output))
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        }
        process.standardError = FileHandle.nullDevice
        let spent = ProcessorTime.spent(by: .children)
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        let wall = ContinuousClock.now - start
        guard process.terminationStatus == 0 else {
            throw ValidationError(
                "\(program) \(arguments.joined(separator: " ")) ended with status \(process.terminationStatus).")
        }
        return RunTime(wall: wall, processor: .seconds(ProcessorTime.spent(by: .children) - spent))
    }
}

/// Measures processor time.
enum ProcessorTime {
    /// The processes to measure.
    enum Account {
        case thisProcess
        /// The ended child processes of this one.
        case children
    }

    /// Returns the seconds spent in user and system mode.
    static func spent(by account: Account) -> Double {
        #if canImport(Glibc)
        let who = account == .children ? RUSAGE_CHILDREN.rawValue : RUSAGE_SELF.rawValue
        #else
        let who = account == .children ? RUSAGE_CHILDREN : RUSAGE_SELF
        #endif
        var usage = rusage()
        getrusage(who, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
