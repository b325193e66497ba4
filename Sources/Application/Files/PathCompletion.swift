import Foundation

/// The names of files, to complete a path that is typed.
enum PathCompletion {
    /// The maximum number of names, of which each costs a request to the file system.
    private static let maximumCount = 100

    /// Returns the names in a directory that begin with a text, sorted and without regard to case, those of directories with a
    /// slash at the end. Hidden ones are among them only if the text begins with a point. A directory that cannot be read has
    /// none.
    static func names(in directory: String, beginningWith start: String) -> [String] {
        let files = FileManager.default
        let all: [String]
        do {
            all = try files.contentsOfDirectory(atPath: directory)
        } catch {
            return []
        }
        let lowercasedStart = start.lowercased()
        return
            all.filter { name in
                name.hasPrefix(".") == start.hasPrefix(".") && name.lowercased().hasPrefix(lowercasedStart)
                    // Such a name could not be typed in one line.
                    && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }
            .sorted().prefix(maximumCount).map { files.isDirectory("\(directory)/\($0)") ? "\($0)/" : $0 }
    }
}
