import EngineConcepts
import FiberConfiguration
import Foundation

/// A file into which a crash of this process writes a few lines. The next start reports it.
///
/// Each process has one of its own, named by its number, and removes it when it ends normally.
package struct CrashRecord {
    /// The descriptor to which a crash writes; open as long as the process runs.
    package let descriptor: Int32
    private let path: String

    /// Creates the record of this process in `folder`, and the folder if needed. Throws if the file cannot be opened.
    package init(in folder: String) throws {
        try Directories.create(folder)
        path = "\(folder)/\(Self.prefix)\(getpid())"
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(Message("crashRecordNotOpened", ["path": .text(path)]), cause: reason)
        }
    }

    /// Removes the record, because the process ends normally.
    package func end() {
        close(descriptor)
        unlink(path)
    }

    /// Returns the reports of crashes before this start, once; from then on they are among ``texts(in:)``.
    static func takeReports(in folder: String) throws -> [String] {
        var reports: [String] = []
        for name in try names(in: folder) where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)), ProcessState.hasEnded(process) else { continue }
            let path = "\(folder)/\(name)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            if text.isEmpty {
                // It was killed from outside.
                unlink(path)
            } else {
                rename(path, "\(folder)/\(kept)\(process)")
                reports.append(text)
            }
        }
        if !reports.isEmpty { try removeOldest(in: folder) }
        return reports
    }

    /// Removes the records that were shown already, except the newest.
    private static func removeOldest(in folder: String) throws {
        let records = try names(in: folder).filter { $0.hasPrefix(kept) }
            .map { name in
                let path = "\(folder)/\(name)"
                let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                return (path: path, date: date ?? .distantPast)
            }
        for record in records.sorted(by: { $0.date > $1.date }).dropFirst(maximumRecords) { unlink(record.path) }
    }

    /// Returns the reports of all crashes, including those that were shown already, each in one line.
    static func texts(in folder: String) -> [String] {
        do {
            return try names(in: folder).filter { $0.hasPrefix(kept) }
                .map { name in
                    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                        .split(separator: "\n").joined(separator: ", ")
                }
        } catch {
            return ["the records cannot be read: \(error.localizedDescription)"]
        }
    }

    private static let prefix = "crash-"
    private static let kept = "crashed-"
    /// The number of records that are kept after they were shown.
    private static let maximumRecords = 10

    private static func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
