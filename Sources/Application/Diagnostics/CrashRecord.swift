package import EngineConcepts
import FiberConfiguration
import Foundation
import Suppliers

/// A file into which a crash of this process writes a few lines. The next start reports it.
///
/// Each process has one of its own, named by its number, and removes it when it ends normally.
package struct CrashRecord {
    /// A crash whose record is stored.
    package struct Crash {
        package let path: String
        package let time: Timestamp
        /// The signal, or the first line of the record.
        package let reason: Message
    }

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
        for name in try names(in: folder) {
            guard let process = endedProcess(of: name) else { continue }
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

    /// Returns the newest crash whose record is stored, shown or not, or `nil` if there is none. Changes no file.
    package static func newest(in folder: String) throws -> Crash? {
        let names = try names(in: folder).filter { $0.hasPrefix(kept) || endedProcess(of: $0) != nil }
        for record in try newestFirst(names, in: folder) {
            let text = try String(contentsOfFile: record.path, encoding: .utf8)
            // Without text, the process was killed from outside.
            guard !text.isEmpty else { continue }
            let milliseconds = Int64(exactly: (record.date.timeIntervalSince1970 * 1000).rounded())
            return Crash(
                path: record.path, time: Timestamp(milliseconds: milliseconds ?? 0), reason: reason(of: text))
        }
        return nil
    }

    /// Returns the beginning of a record in words.
    static func reason(of text: String) -> Message {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        return SignalName.named(in: line).map { Message("crashedBySignal", ["signal": .text($0)]) } ?? .verbatim(line)
    }

    /// Returns the process whose record, not shown yet, has this name, or `nil` if it runs or the name is another file's.
    private static func endedProcess(of name: String) -> Int32? {
        guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)) else { return nil }
        return ProcessState.hasEnded(process) ? process : nil
    }

    /// Removes the records that were shown already, except the newest.
    private static func removeOldest(in folder: String) throws {
        let shown = try names(in: folder).filter { $0.hasPrefix(kept) }
        for record in try newestFirst(shown, in: folder).dropFirst(maximumRecords) { unlink(record.path) }
    }

    /// Returns the paths of these records with the times of their last change.
    private static func newestFirst(_ names: [String], in folder: String) throws -> [(path: String, date: Date)] {
        try names
            .map { name in
                let path = "\(folder)/\(name)"
                let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                return (path: path, date: date ?? .distantPast)
            }
            .sorted { $0.date > $1.date }
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
