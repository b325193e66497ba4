import EngineConcepts
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Zones by the names that the IANA's database gives them, such as `Europe/Paris`, as far as the system has that database.
///
/// Read here, because the part of Foundation that knows zones brings a table of all languages along.
enum NamedZone {
    /// Where systems keep the database.
    private static let folders = [
        "/usr/share/zoneinfo", "/etc/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
    ]
    /// A document names one zone, hardly ever a second.
    private static let mostKept = 64
    private static let kept = Mutex<[String: ZoneFile?]>([:])

    /// Minutes east of Greenwich in the zone of this name when its clocks show what `fields` say; nil where there is no such zone.
    static func offset(_ name: String, at fields: DateFields) -> Int? {
        var local = fields
        local.offsetMinutes = 0
        guard let zone = zone(name), let shown = local.timestamp else { return nil }
        // Around a change of the clocks the first guess may be on its other side.
        let guess = zone.secondsEast(at: shown.seconds)
        return zone.secondsEast(at: shown.seconds - Int64(guess)) / 60
    }

    private static func zone(_ name: String) -> ZoneFile? {
        kept.withLock { kept in
            if let known = kept[name] { return known }
            if kept.count >= mostKept { kept.removeAll() }
            let zone = read(name)
            kept[name] = .some(zone)
            return zone
        }
    }

    private static func read(_ name: String) -> ZoneFile? {
        // A document names no file but one of the database.
        guard name.utf8.count <= 64, !name.hasPrefix("/"), !name.contains(".") else { return nil }
        for folder in folders {
            if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { return ZoneFile([UInt8](data)) }
        }
        return nil
    }
}
