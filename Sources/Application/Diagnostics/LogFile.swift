import Dispatch
package import EngineConcepts
import FiberConfiguration
import Foundation
import LibC

/// The log on disk: `fiber.log` in a directory, and up to four older files beside it, `fiber.log.1` being the latest.
///
/// A file ends with its day (UTC) or at ``maximumBytes``. Debug entries are left out. Several processes may write: each
/// writes whole lines, and opens the file for each, because another one may have moved it.
///
/// People pass logs on, so lines have only what ``Redaction/shareable(_:)`` leaves.
package final class LogFile: Sendable {
    /// The path of the current file.
    package let path: String

    static let maximumBytes = 1_000_000
    private static let olderFiles = 4

    private let queue = DispatchQueue(label: "fiber.log", qos: .utility)

    /// Creates the log of a state directory without touching any file.
    package init(directory: String) { path = directory + "/log/fiber.log" }

    /// Writes an entry of the journal, without waiting for it.
    package func record(_ entry: JournalEntry) {
        guard entry.level >= .info else { return }
        queue.async { [self] in append(Self.line(entry), at: entry.time) }
    }

    /// Waits until everything is written.
    func finish() { queue.sync {} }

    /// Returns the stored lines of at least this level, oldest first.
    package func lines(atLeast level: JournalLevel = .info) -> [String] {
        let levelMarks = JournalLevel.allCases.filter { $0 >= level }.map { " \($0.rawValue) " }
        return (0...Self.olderFiles).reversed()
            .flatMap { index in
                let name = file(index)
                guard FileManager.default.fileExists(atPath: name),
                    let data = FileManager.default.contents(atPath: name)
                else { return [] as [String] }
                return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
            }
            .filter { line in levelMarks.contains { line.dropFirst(Self.stampLength).hasPrefix($0) } }
    }

    // MARK: Lines

    /// The length of a time as in `2026-11-20T11:54:00Z`.
    private static let stampLength = 20

    /// Returns the entry as one line, without what is private.
    static func line(_ entry: JournalEntry) -> String { entry.line(Redaction.shareable) }

    // MARK: Files

    private func file(_ index: Int) -> String { index == 0 ? path : "\(path).\(index)" }

    /// Appends a line. What cannot be written is lost: a log must not disturb what it tells of.
    private func append(_ line: String, at time: Timestamp) {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        do {
            try Directories.create(folder)
        } catch {
            return
        }
        rotate(at: time)
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Begins a new file if the present one is of another day or too long. Of several processes only one does it.
    private func rotate(at time: Timestamp) {
        guard needsRotation(at: time) else { return }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0, needsRotation(at: time) else { return }
        for index in (1...Self.olderFiles).reversed() { rename(file(index - 1), file(index)) }
    }

    private func needsRotation(at time: Timestamp) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let changed = Int64(status.modificationTime.tv_sec)
        return status.st_size >= Self.maximumBytes || changed / 86_400 < time.seconds / 86_400
    }
}
