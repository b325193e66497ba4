import EngineConcepts
import FiberConfiguration
import Foundation

/// The times at which newly followed sources answered; they end any earlier backoff.
///
/// Kept as empty files in the cache, so that the process that adds the source to the Track sees them. If they cannot be
/// written or read, the backoff stays.
struct BackoffOverrides: Sendable {
    /// No backoff is longer.
    private static let lifetime = Backoff.maximumDuration

    let directory: String

    /// Records that a source has answered.
    func recordAnswer(of id: SupplierID, at now: Timestamp) {
        // An id chosen by hand may not be a file name; ids made from addresses always are.
        guard !id.rawValue.contains("/") else { return }
        do {
            try Directories.create(directory)
            let path = "\(directory)/\(id.rawValue)"
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            let date = Date(timeIntervalSince1970: TimeInterval(now.milliseconds) / 1000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        } catch {
            // The backoff stays, and the source's state says so.
        }
    }

    /// Returns recent answer times. Deletes older ones, and those that a clock ahead of time has written: they would hide
    /// all failures until then.
    func times(at now: Timestamp) -> [SupplierID: Timestamp] {
        let files = FileManager.default
        guard files.fileExists(atPath: directory) else { return [:] }
        do {
            var times: [SupplierID: Timestamp] = [:]
            for name in try files.contentsOfDirectory(atPath: directory) {
                let path = "\(directory)/\(name)"
                let date = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
                let time =
                    Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()).map(Timestamp.init(milliseconds:))
                    ?? .beginningOfTime
                if now < time || now.since(time) > Self.lifetime {
                    try files.removeItem(atPath: path)
                } else {
                    times[SupplierID(name)] = time
                }
            }
            return times
        } catch {
            return [:]
        }
    }
}
