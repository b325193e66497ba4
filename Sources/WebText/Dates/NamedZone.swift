import EngineConcepts
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Time zones by their IANA names, such as `Europe/Paris`, if the system has the database.
///
/// Read here, because Foundation's time zones would link in data for all languages.
enum NamedZone {
    /// The directories of the database.
    private static let folders = [
        "/usr/share/zoneinfo", "/etc/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
    ]
    /// The maximum number of cached zones. A document rarely uses more than one.
    private static let maximumCount = 64
    private static let kept = Mutex<[String: ZoneFile?]>([:])

    /// Returns the offset in minutes east of Greenwich in this zone at the local time of `fields`, or `nil` if there
    /// is no such zone.
    static func offset(_ name: String, at fields: DateFields) -> Int? {
        var local = fields
        local.offsetMinutes = 0
        guard let zone = zone(name), let shown = local.timestamp else { return nil }
        // Near a clock change, the first guess may be on the wrong side of it.
        let guess = zone.secondsEast(at: shown.seconds)
        return zone.secondsEast(at: shown.seconds - Int64(guess)) / 60
    }

    private static func zone(_ name: String) -> ZoneFile? {
        kept.withLock { kept in
            if let known = kept[name] { return known }
            if kept.count >= maximumCount { kept.removeAll() }
            let zone = read(name)
            kept[name] = .some(zone)
            return zone
        }
    }

    private static func read(_ name: String) -> ZoneFile? {
        // A document must not name a file outside the database.
        guard name.utf8.count <= 64, !name.hasPrefix("/"), !name.contains(".") else { return nil }
        for folder in folders {
            if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { return ZoneFile([UInt8](data)) }
        }
        return nil
    }
}
