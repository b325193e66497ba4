import Foundation

extension String {
    /// The absolute path of a file as people type it: `~` is the home directory, and a relative path is one below the
    /// working directory.
    package var absolutePath: String {
        URL(fileURLWithPath: NSString(string: self).expandingTildeInPath).standardizedFileURL.path
    }
}
