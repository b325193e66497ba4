import Foundation

/// A directory that only the user can read.
struct PrivateDirectory {
    private let path: String

    /// Creates a directory with a new name.
    init(below parent: String) throws {
        path = "\(parent)/fiber-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a file. Returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }

    /// Returns the text of a file.
    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }

    /// Removes the directory with its files.
    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
