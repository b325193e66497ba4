import EngineConcepts
import Foundation
import TestSupport
import Testing

@testable import Application
@testable import ViewModels

@Suite("The user's programs")
struct ProgramRunnerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ script: String) async throws -> ProgramResult {
        let runner = ProgramRunner(
            environment: ["TMPDIR": directory.path], encode: { _, _ in "" }, draw: { _, _ in [] })
        return try await runner.run(
            ProgramCall(
                name: "edit", words: ["/bin/sh", "-c", script, "sh"],
                file: ProgramCall.File(name: "post.txt", text: "before")))
    }

    private func leftOver() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }

    @Test("The names that complete a path are those of files and directories, hidden ones only if a point is typed")
    func names() throws {
        for name in ["Feeds.opml", "feeds-old", ".feeds", "urls"] {
            try "".write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
        }
        try FileManager.default.createDirectory(atPath: "\(directory.path)/feeds", withIntermediateDirectories: false)
        #expect(PathCompletion.names(in: directory.path, beginningWith: "fe") == ["Feeds.opml", "feeds/", "feeds-old"])
        #expect(PathCompletion.names(in: directory.path + "/", beginningWith: ".") == [".feeds"])
        #expect(PathCompletion.names(in: directory.path + "/none", beginningWith: "") == [])
    }

    @Test("A program edits a file, which is removed afterwards")
    func edits() async throws {
        let result = try await run(#"printf after > "$1""#)
        #expect(result == ProgramResult(.exited(0), fileText: "after"))
        #expect(try leftOver() == [])
    }

    @Test("The file is removed if it cannot be read")
    func missingFile() async throws {
        await #expect(throws: CocoaError.self) { _ = try await run(#"rm "$1""#) }
        #expect(try leftOver() == [])
    }

    @Test("If the directory of the file is gone too, the error is still that of the file")
    func missingDirectory() async throws {
        let error = await #expect(throws: CocoaError.self) { _ = try await run(#"rm -r "$(dirname "$1")""#) }
        #expect(error?.code == .fileReadNoSuchFile)
    }

    @Test("A program that does not exist is an error with its name")
    func unknownProgram() async throws {
        let error = await #expect(throws: CommandFailure.self) {
            _ = try await ProgramRunner.execute(ProgramCall(name: "x", words: ["fiber-no-such-program"]))
        }
        #expect(error?.message == Message("programNotFound", ["program": .text("fiber-no-such-program")]))
    }

    @Test("An unknown program, a missing directory and a taken name are refused, and a failed write says why")
    func refusals() async throws {
        let runner = ProgramRunner(
            environment: ["PATH": directory.path], encode: { _, _ in "" }, draw: { _, _ in [] })
        #expect(runner.refusal(toRun: "/bin/sh") == nil)
        #expect(runner.refusal(toRun: "none") == Message("programNotFound", ["program": "none"]))
        let taken = try directory.write("", to: "taken")
        #expect(runner.refusal(toSaveTo: taken) == Message("saveFileExists", ["path": .text(taken)]))
        #expect(runner.refusal(toSaveTo: directory.path) == nil)
        #expect(runner.refusal(toSaveTo: "\(directory.path)/new.txt") == nil)
        let missing = "\(directory.path)/none/a.txt"
        let reason = Message("fileNotWritten", ["path": .text(missing), "reason": "No such file or directory"])
        #expect(runner.refusal(toSaveTo: missing) == reason)
        let error = await #expect(throws: CommandFailure.self) {
            _ = try await runner.save([], to: .path(missing, name: "a.txt"))
        }
        #expect(error?.message == reason)
    }

    @Test("Programs are found by path and on the search path; directories and plain files are none")
    func search() throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/folder", withIntermediateDirectories: false)
        try directory.write("text", to: "plain")
        let program = try directory.write("#!/bin/sh\n", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let searchPath = "/nonexistent:\(directory.path)"
        #expect(ExecutableSearch.finds("program", in: searchPath) && ExecutableSearch.finds(program, in: ""))
        #expect(!ExecutableSearch.finds("folder", in: searchPath))
        #expect(!ExecutableSearch.finds("\(directory.path)/folder", in: ""))
        #expect(!ExecutableSearch.finds("plain", in: searchPath) && !ExecutableSearch.finds("program", in: ""))
    }
}
