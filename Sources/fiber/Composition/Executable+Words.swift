import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

extension Executable {
    /// The program that a setting names: by its path where that has a slash, as a shell does, else by its name on `PATH`.
    init(_ program: String) {
        self = program.contains("/") ? .path(FilePath(program)) : .name(program)
    }
}
