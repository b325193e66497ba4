import Subprocess
import SwiftSystem

extension Executable {
    /// Creates the program that a setting names: a path if it contains a slash, as in a shell, else a name on `PATH`.
    init(_ program: String) {
        self = program.contains("/") ? .path(FilePath(program)) : .name(program)
    }
}
