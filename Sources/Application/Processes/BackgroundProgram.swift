import Subprocess
import SwiftSystem

/// Runs programs without access to the terminal, which belongs to the screen.
package enum BackgroundProgram {
    /// Runs a program with its arguments until it ends. Its output is dropped.
    @Sendable
    package static func run(_ words: [String]) async throws {
        guard let program = words.first else { return }
        _ = try await Subprocess.run(
            Executable(program), arguments: Arguments(Array(words.dropFirst())), input: .none, output: .discarded,
            error: .discarded)
    }
}
