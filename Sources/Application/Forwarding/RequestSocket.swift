import Foundation

/// The sockets of running Fibers in the state directory. Each has one of its own, with its process number, which only
/// this user can open.
enum RequestSocket {
    /// The maximum length of a request or a reply in bytes: posts can have long texts, and the result of a refresh has long
    /// lists if there are thousands of sources.
    static let maximumLength = 8 << 20

    private static let prefix = "open-"
    private static let ending = ".sock"

    static func path(of process: Int32, in directory: String) -> String {
        "\(directory)/\(prefix)\(process)\(ending)"
    }

    /// Returns the number of the process whose socket has this path, or `nil` if it has none.
    static func process(of path: String) -> Int32? {
        Int32(path.split(separator: "/").last?.dropFirst(prefix.count).dropLast(ending.count) ?? "")
    }

    /// Returns true if a file of the state directory is such a socket.
    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(ending) }

    /// Removes the sockets in `directory` of processes that have crashed. If another process has the number by now, the
    /// socket stays until a command cannot connect to it.
    static func removeLeftovers(in directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where isName(name) {
            if let process = process(of: name), ProcessState.hasEnded(process) { unlink("\(directory)/\(name)") }
        }
    }

    /// Reads a request or a reply. Returns `nil` if it does not arrive whole, or is too long.
    static func readLine(from descriptor: Int32) -> [UInt8]? {
        UnixSocket.readLine(from: descriptor, upTo: maximumLength)
    }

    /// Returns `nil` for a line that this version does not understand.
    static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) -> Value? {
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch {
            return nil
        }
    }
}
