import FoundationBasics
import LibC

/// The number of crashes of each suspected part of a source, by ``FetchTable/name(of:of:)``.
struct CrashCounts: Equatable {
    /// The number of crashes that pauses a source.
    private static let maximum = 2

    private var counts: [String: Int] = [:]

    /// Creates counts without any crash.
    init() {}

    /// Reads the counts from the file at `path`. Without a file there are none.
    init(at path: String) throws(StorageError) {
        guard let text = try String.ofFile(at: path) else { return }
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let count = Int(parts[0]), count > 0 else { continue }
            counts[String(parts[1])] = min(count, Self.maximum)
        }
    }

    /// True if anything is paused.
    var pausesAny: Bool { counts.values.contains { $0 >= Self.maximum } }

    /// Returns true if what has this name is paused.
    func pauses(_ name: String) -> Bool { counts[name, default: 0] >= Self.maximum }

    /// Returns true if what has this name was read at a crash, whether it is paused or not.
    func suspects(_ name: String) -> Bool { counts[name] != nil }

    mutating func addCrash(of name: String) { counts[name, default: 0] += 1 }

    /// Resumes what has this name if it is paused, until one more crash.
    mutating func resume(_ name: String) {
        if pauses(name) { counts[name] = Self.maximum - 1 }
    }

    mutating func clear(_ name: String) { counts[name] = nil }

    /// Writes the counts to the file at `path`, or removes it if there are none.
    func write(to path: String) throws(StorageError) {
        if counts.isEmpty {
            guard unlink(path) == 0 || errno == ENOENT else { throw StorageError(opening: path, errno) }
            return
        }
        let lines = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
        do {
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw StorageError(writing: path, error)
        }
    }
}

extension String {
    /// Returns the text of the file at `path`, or `nil` if there is none.
    static func ofFile(at path: String) throws(StorageError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        } catch {
            throw StorageError(.cannotOpen, path: path, cause: error.systemReason)
        }
    }
}
