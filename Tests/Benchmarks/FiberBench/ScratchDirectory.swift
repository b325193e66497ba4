import Foundation

/// A directory that is deleted with its last reference.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "fiber-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) is left behind: \(error)")
        }
    }

    func write(_ text: String, to name: String) throws {
        _ = try write(Data(text.utf8), to: name)
    }

    /// Writes a file and returns its path.
    func write(_ data: Data, to name: String) throws -> String {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file.path
    }
}
