import EngineConcepts
import Foundation

/// A file that gets a few lines should the process crash: the next start finds it and says so.
///
/// Each process has one of its own, by its number, and takes it away when it ends in order.
struct CrashRecord {
    /// Where a crash writes; open as long as the process runs.
    let descriptor: Int32
    private let path: String

    /// Opens the record of this process in `folder`, which is made where it is not there.
    init(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = "\(folder)/\(Self.prefix)\(getpid())"
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.failed, Message("crashRecordNotOpened", ["path": .text(path)]), cause: reason)
        }
    }

    /// The process ends in order: there is nothing to record.
    func end() {
        close(descriptor)
        unlink(path)
    }

    /// The reports of crashes before this start. Returned once; from then on they are among ``texts(in:)``.
    static func collectNews(in folder: String) throws -> [String] {
        var news: [String] = []
        for name in try names(in: folder) where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            let path = "\(folder)/\(name)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            if text.isEmpty {
                // It was killed: nothing of its own doing.
                unlink(path)
            } else {
                rename(path, "\(folder)/\(kept)\(process)")
                news.append(text)
            }
        }
        return news
    }

    /// The reports of all crashes, including those that were shown already, each in one line.
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

    private static func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
