package import Foundation

extension String {
    /// The absolute path of a file as people type it: `~` is the home directory, which `HOME` names as in a shell, and a
    /// relative path is one below the working directory.
    package var absolutePath: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
        let path = self == "~" || hasPrefix("~/") ? home + dropFirst() : self
        return URL(fileURLWithPath: NSString(string: path).expandingTildeInPath).standardizedFileURL.path
    }
}

extension FileManager {
    /// Returns true if there is a directory, or a link to one, at this path.
    package func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
