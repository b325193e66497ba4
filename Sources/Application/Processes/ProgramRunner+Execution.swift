import EngineConcepts
import FiberConfiguration
import Foundation
import Subprocess
import Suppliers
import SwiftSystem
import ViewModels
import WebText

extension ProgramRunner {
    private typealias Streams = (input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor)

    /// The maximum length of the shown error in bytes.
    private static let errorLength = 4 << 10

    /// Runs a program without a shell. One that does not use the terminal has no access to it.
    @concurrent
    static func execute(_ call: ProgramCall) async throws -> ProgramResult {
        guard let program = call.words.first else { throw CommandFailure(Message("commandMissing")) }
        let directory = NSTemporaryDirectory()
        let input = try UnnamedFile(call.input ?? [], in: directory)
        // A file and not a pipe: a program that stays in the background may write to it after the first one has ended.
        let errors = try UnnamedFile(in: directory)
        let nowhere = try UnnamedFile([], in: directory)
        let streams: Streams =
            call.usesTerminal
            ? (
                input: call.input == nil ? .standardInput : input.descriptor, output: .standardOutput,
                errors: .standardError
            ) : (input: input.descriptor, output: nowhere.descriptor, errors: errors.descriptor)
        let end = try await end(of: program, call, over: streams)
        if let question = call.question { try await KeyWait.run(asking: question) }
        let text = TextSanitizer.lines(try errors.beginning(errorLength))
        return ProgramResult(end, error: text.split(separator: "\n").first.map(String.init) ?? "")
    }

    /// Runs the program of a call over these streams, and returns its end.
    private static func end(
        of program: String, _ call: ProgramCall, over streams: Streams
    ) async throws -> ProgramResult.End {
        let more = call.variables.reduce(into: [Environment.Key: String?]()) { variables, pair in
            if let key = Environment.Key(rawValue: pair.key) { variables[key] = pair.value }
        }
        var options = PlatformOptions()
        options.createSession = !call.usesTerminal
        // As in a shell.
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        do {
            let ended = try await Subprocess.run(
                executable, arguments: Arguments(Array(call.words.dropFirst())),
                environment: .inherit.updating(more), platformOptions: options,
                input: .fileDescriptor(streams.input, closeAfterSpawningProcess: false),
                output: .fileDescriptor(streams.output, closeAfterSpawningProcess: false),
                error: .fileDescriptor(streams.errors, closeAfterSpawningProcess: false))
            switch ended.terminationStatus {
            case .exited(let code): return .exited(Int(code))
            case .signaled(let number): return .signaled(Int(number))
            }
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandFailure(Message("programNotFound", ["program": .text(program)]))
        } catch {
            throw CommandFailure(
                Message("commandNotRun", ["program": .text(program)]), cause: TextSanitizer.line("\(error)"))
        }
    }
}
