import EngineConcepts
import Foundation
import TestSupport
import Testing

@testable import Application
@testable import ViewModels

@Suite("The user's programs")
struct ProgramRunnerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

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
        let error = await #expect(throws: ProgramError.self) {
            _ = try await ProgramRunner.execute(ProgramCall(name: "x", words: ["fiber-no-such-program"]))
        }
        #expect(error?.message == Message("programNotFound", ["program": .text("fiber-no-such-program")]))
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
