public import EngineConcepts
import LibC
public import Networking
import Subprocess
import SwiftSystem
import WebText

/// Runs commands for their output: without a shell, with a minimal environment, in a session of its own (so that
/// nothing reaches the terminal and no process is left behind), and with limits on time and size.
public struct CommandRunner: Sendable {
    /// The limits of a command.
    public struct Limits: Hashable, Sendable {
        /// The maximum run time.
        public var time: Duration
        /// The maximum size of the output in bytes.
        public var outputBytes: Int

        /// Creates limits.
        public init(time: Duration = .seconds(30), outputBytes: Int = 64 << 20) {
            self.time = time
            self.outputBytes = outputBytes
        }
    }

    private static let passedVariables: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
        "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
    ]
    /// Additional environment variables for programs that access secrets, such as pass, gpg or secret-tool.
    private static let secretVariables: Set<String> = [
        "GNUPGHOME", "PASSWORD_STORE_DIR", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "DISPLAY", "WAYLAND_DISPLAY",
    ]
    /// The maximum size of a command's standard error in bytes.
    private static let maximumErrorBytes = 1 << 20
    /// The maximum length of an error message taken from a command.
    private static let maximumErrorLength = 500

    /// The working directory of commands and the meaning of `~`.
    let home: String?
    private let environment: [String: String]
    private let limits: Limits

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - environment: The process's environment; commands see only the search path, the home directory, the locale and
    ///     the time zone of it.
    ///   - forSecrets: True for commands that print secrets; they also see the variables of keyrings and their agents.
    public init(environment: [String: String], forSecrets: Bool = false, limits: Limits = Limits()) {
        let passed = forSecrets ? Self.passedVariables.union(Self.secretVariables) : Self.passedVariables
        self.environment = environment.filter { passed.contains($0.key) || $0.key.hasPrefix("LC_") }
        home = environment["HOME"]
        self.limits = limits
    }

    /// Splits a command line with ``CommandLineSplitter``.
    public func words(of line: String) throws(SupplierError) -> [String] {
        try CommandLineSplitter.split(line, home: home)
    }

    /// Runs a command and returns its output.
    func output(of words: [String], input: [UInt8] = []) async throws(SupplierError) -> [UInt8] {
        let result = try await result(of: words, input: input)
        if let failure = result.failure { throw failure }
        return result.output
    }

    /// The output of a command that ended.
    struct Result: Sendable {
        let output: [UInt8]
        /// The exit status, or `nil` if a signal ended the command.
        let status: Int?
        /// The error of a command that did not succeed, or `nil` if it did.
        let failure: SupplierError?
    }

    /// Runs a command to its end and returns its output, whatever its exit status.
    func result(of words: [String], input: [UInt8] = []) async throws(SupplierError) -> Result {
        guard let program = words.first else { throw SupplierError(.unsupported, Message("commandMissing")) }
        let limits = limits
        let finished: Finished
        do {
            finished = try await withThrowingTaskGroup(of: Finished?.self) { group in
                group.addTask { try await execute(words, input: input) }
                group.addTask {
                    try await Task.sleep(for: limits.time)
                    return nil
                }
                let first = try await group.next() ?? nil
                group.cancelAll()
                guard let first else {
                    throw SupplierError(
                        .timedOut,
                        Message("commandTimedOut", ["program": .text(program), "duration": .duration(limits.time)]))
                }
                return first
            }
        } catch let error as SupplierError {
            throw error
        } catch is CommandOutput.TooLong {
            throw SupplierError(
                .limitExceeded,
                Message("commandOutputTooLong", ["program": .text(program), "limit": .bytes(limits.outputBytes)]))
        } catch is CancellationError {
            throw Self.cancelled(program)
        } catch let error as SubprocessError {
            throw Task.isCancelled
                ? Self.cancelled(program) : failure(error, of: program)
        } catch {
            throw Self.notRun(program, error)
        }
        if Task.isCancelled { throw Self.cancelled(program) }
        let status: Int? = if case .exited(let code) = finished.status { Int(code) } else { nil }
        return Result(
            output: finished.printed.output, status: status,
            failure: finished.status.isSuccess ? nil : failure(finished, of: program))
    }

    private struct Finished: Sendable {
        var status: TerminationStatus
        var printed: CommandOutput.Output
    }

    private var variables: [Environment.Key: String] {
        environment.reduce(into: [:]) { variables, pair in
            if let key = Environment.Key(rawValue: pair.key) { variables[key] = pair.value }
        }
    }

    private func execute(_ words: [String], input: [UInt8]) async throws -> Finished {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero),
        ]
        let standardInput = try UnnamedFile(input, in: environment["TMPDIR"]?.nonEmpty ?? "/tmp")
        let printing = try CommandOutput(outputLimit: limits.outputBytes, errorLimit: Self.maximumErrorBytes)
        let descriptor = standardInput.descriptor
        let (program, variables, home) = (executable(words[0]), variables, home)
        let finished = try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask { .printed(try await printing.read()) }
            group.addTask { [options] in
                do {
                    let result = try await run(
                        program,
                        arguments: Arguments(Array(words.dropFirst())),
                        environment: .custom(variables),
                        workingDirectory: home.map { FilePath($0) }, platformOptions: options,
                        input: .fileDescriptor(descriptor, closeAfterSpawningProcess: false),
                        output: .fileDescriptor(printing.outputEnd, closeAfterSpawningProcess: false),
                        error: .fileDescriptor(printing.errorEnd, closeAfterSpawningProcess: false))
                    try printing.end()
                    return .ended(result.terminationStatus, group: result.processIdentifier.value)
                } catch {
                    try printing.end()
                    throw error
                }
            }
            var finished = Finished(status: .exited(0), printed: CommandOutput.Output())
            var left: pid_t?
            for try await part in group {
                switch part {
                case .ended(let status, let group): (finished.status, left) = (status, group)
                case .printed(let printed): finished.printed = printed
                }
            }
            if let left { await ProcessGroup(leader: left).end() }
            return finished
        }
        withExtendedLifetime(standardInput) {}
        return finished
    }

    /// One result of the concurrent tasks that run a command.
    private enum Part: Sendable {
        case ended(TerminationStatus, group: pid_t)
        case printed(CommandOutput.Output)
    }

    /// Returns the program of a command: from the search path, or at a path relative to the working directory.
    private func executable(_ name: String) -> Executable {
        guard name.contains("/") else { return .name(name) }
        guard !name.hasPrefix("/"), let home else { return .path(FilePath(name)) }
        return .path(FilePath(home).pushing(FilePath(name)))
    }

    private func failure(_ error: SubprocessError, of program: String) -> SupplierError {
        switch error.code {
        case .executableNotFound where !program.contains("/"):
            SupplierError(.unreachable, Message("programNotFound", ["program": .text(program)]))
        case .executableNotFound where program.hasPrefix("/"):
            SupplierError(.unreachable, Message("programNotAtPath", ["program": .text(program)]))
        case .executableNotFound:
            SupplierError(
                .unreachable,
                home.map { Message("programNotInDirectory", ["program": .text(program), "directory": .text($0)]) }
                    ?? Message("programNotAtPath", ["program": .text(program)]))
        default:
            Self.notRun(program, error)
        }
    }

    /// Returns the error for a nonzero exit status or a signal, with the command's own message.
    private func failure(_ finished: Finished, of program: String) -> SupplierError {
        let errorText = TextSanitizer.line(
            String(decoding: finished.printed.standardError.suffix(Self.maximumErrorLength), as: UTF8.self))
        let (program, output) = (Message.Argument.text(program), Message.Argument.message(.verbatim(errorText)))
        let message =
            switch (finished.status, errorText.isEmpty) {
            case (.exited(let code), true):
                Message("commandFailedSilently", ["program": program, "status": .number(Int(code))])
            case (.exited(let code), false):
                Message("commandFailed", ["program": program, "status": .number(Int(code)), "output": output])
            case (.signaled(let number), true):
                Message("commandKilledSilently", ["program": program, "signal": .text(SignalName.of(number))])
            case (.signaled(let number), false):
                Message(
                    "commandKilled", ["program": program, "signal": .text(SignalName.of(number)), "output": output])
            }
        return SupplierError(.refused, message)
    }

    private static func cancelled(_ program: String) -> SupplierError {
        SupplierError(.cancelled, Message("commandCancelled", ["program": .text(program)]))
    }

    private static func notRun(_ program: String, _ error: any Error) -> SupplierError {
        SupplierError(
            .unreachable, Message("commandNotRun", ["program": .text(program)]), cause: TextSanitizer.line("\(error)"))
    }
}

extension CommandRunner: SecretCommandRunning {
    public func secretOutput(of words: [String]) async throws(SupplierError) -> [UInt8] {
        try await output(of: words)
    }
}
