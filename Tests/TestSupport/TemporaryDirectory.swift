public import Foundation

/// A temporary directory that is deleted with the last reference.
public final class TemporaryDirectory: Sendable {
    /// The path of the directory.
    public let path: String

    /// Creates an empty directory.
    public init() throws {
        path = NSTemporaryDirectory() + "fiber-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            FileHandle.standardError.write(Data("\(path) is left behind: \(error)\n".utf8))
        }
    }

    /// Writes a file in the directory and returns its path. Its name may be that of a path, whose folders are made.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

    /// Writes a file in the directory and returns its path. Its name may be that of a path, whose folders are made.
    @discardableResult
    public func write(_ data: Data, to name: String) throws -> String {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
        return "\(path)/\(name)"
    }

    /// Reads a file in the directory.
    public func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
