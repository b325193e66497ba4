import Foundation

/// A directory that nobody else uses, as long as somebody holds it.
public final class TemporaryDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// Makes a directory that is empty.
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

    /// Writes a file in it; answers the file's path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        return "\(path)/\(name)"
    }

    /// Reads a file in it.
    public func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
