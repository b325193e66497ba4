import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Zones by the names that the IANA's database gives them, such as `Europe/Paris`, as far as the system's library knows them.
enum NamedZone {
    /// Minutes east of Greenwich in the zone of this name when its clocks show what `fields` say; nil where there is no such zone.
    static func offset(_ name: String, at fields: DateFields) -> Int? {
        var local = fields
        local.offsetMinutes = 0
        guard let zone = TimeZone(identifier: name), let shown = local.timestamp else { return nil }
        let time = Date(timeIntervalSince1970: Double(shown.seconds))
        // Around a change of the clocks the first guess may be on its other side.
        let guess = zone.secondsFromGMT(for: time)
        return zone.secondsFromGMT(for: time.addingTimeInterval(Double(-guess))) / 60
    }
}
