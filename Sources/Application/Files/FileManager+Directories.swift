package import Foundation

extension FileManager {
    /// Returns true if there is a directory, or a link to one, at this path.
    package func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
