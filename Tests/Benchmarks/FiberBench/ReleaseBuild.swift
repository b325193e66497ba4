import Foundation
import TestSupport

/// Measures a release build of the program from nothing, in the directory of the sources.
struct ReleaseBuild {
    private static let what = "a release build from nothing, processor time"
    private static let previous = "1,004 s"
    private static let target = "≤ 602 s"
    private static let command = "FiberBench all --build"

    /// The row of a run without the build.
    static var unmeasured: Measurement {
        Measurement(what: what, previous: previous, result: "not part of this run", target: target, command: command)
    }

    func measure(in scratch: TemporaryDirectory) throws -> Measurement {
        guard let swift = Program.find("swift") else { throw MissingProgram(name: "swift") }
        let build = "$SWIFT build $(Sources/Scripts/release-flags) --product fiber --scratch-path \"$1\""
        let time = try Program.run(
            "/usr/bin/env", ["SWIFT=\(swift)", "/bin/sh", "-c", build, "sh", "\(scratch.path)/build"],
            home: NSHomeDirectory())
        return Measurement(
            what: Self.what, previous: Self.previous,
            result: "\(rounded(time.processor.seconds)) s; \(rounded(time.wall.seconds)) s on the clock",
            target: Self.target,
            command: Self.command)
    }
}

/// A program that a measurement needs is not installed.
struct MissingProgram: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is not installed" }
}
