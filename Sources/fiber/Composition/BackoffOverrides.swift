import EngineConcepts
import Foundation

/// Which sources answered when somebody followed them, and when: the patience that they had asked for before is over. Empty
/// files of the cache, so that whichever process lets them join the timeline knows. What cannot be written or read costs no more
/// than that patience.
struct BackoffOverrides: Sendable {
    /// No patience is longer.
    private static let lifetime = SupplierState.greatestPatience

    let directory: String

    /// Takes note that a source has just answered.
    func note(_ id: SupplierID) {
        // An id that somebody has chosen by hand may be no name of a file; none that is made of an address is such.
        guard !id.rawValue.contains("/") else { return }
        let files = FileManager.default
        do {
            try files.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            _ = files.createFile(
                atPath: "\(directory)/\(id.rawValue)", contents: nil, attributes: [.posixPermissions: 0o600])
        } catch {
            // The source is left in peace until its patience is over, and is said to be.
        }
    }

    /// Who has answered lately, and when; drops what is older.
    func times(at now: Timestamp) -> [SupplierID: Timestamp] {
        let files = FileManager.default
        guard files.fileExists(atPath: directory) else { return [:] }
        do {
            var times: [SupplierID: Timestamp] = [:]
            for name in try files.contentsOfDirectory(atPath: directory) {
                let path = "\(directory)/\(name)"
                let date = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
                let time = Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
                if now.since(time) > Self.lifetime {
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
