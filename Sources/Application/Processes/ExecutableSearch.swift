import Foundation

/// Searches for programs as a shell does.
enum ExecutableSearch {
    /// Returns true if there is a program of this path, or of this name on the search path.
    static func finds(_ program: String, in searchPath: String) -> Bool {
        guard !program.contains("/") else { return isProgram(program) }
        return searchPath.split(separator: ":").contains { isProgram("\($0)/\(program)") }
    }

    /// Returns true for an executable file. Directories are executable too, in another sense.
    private static func isProgram(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path) && !FileManager.default.isDirectory(path)
    }
}
