package import Foundation

extension String {
    /// The absolute path of a file as people type it: `~` is the home directory, which `HOME` names as in a shell, and a
    /// relative path is one below the working directory.
    package var absolutePath: String {
        guard self == "~" || hasPrefix("~/") else {
            return URL(fileURLWithPath: NSString(string: self).expandingTildeInPath).standardizedFileURL.path
        }
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
        return URL(fileURLWithPath: home + dropFirst()).standardizedFileURL.path
    }
}

extension FileManager {
    /// Returns true if there is a directory, or a link to one, at this path.
    package func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
