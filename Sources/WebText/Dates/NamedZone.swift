import CGLib
import EngineConcepts
import Synchronization

/// Time zones by their IANA names, such as `Europe/Paris`, if the system has the database.
///
/// Read by GLib, because Foundation's time zones would link in data for all languages.
enum NamedZone {
    /// The maximum number of cached zones. A document rarely uses more than one.
    private static let maximumCount = 64
    /// The zones by name; `nil` for names without a zone.
    private static let cache = Mutex<[String: OpaquePointer?]>([:])

    /// Returns the offset in minutes east of Greenwich in this zone at the local time of `fields`, or `nil` if there
    /// is no such zone.
    static func offset(_ name: String, at fields: DateFields) -> Int? {
        var local = fields
        local.offsetMinutes = 0
        guard let shown = local.timestamp else { return nil }
        return cache.withLock { cache in
            if cache[name] == nil {
                if cache.count >= maximumCount { removeAll(&cache) }
                cache[name] = .some(isSafe(name) ? g_time_zone_new_identifier(name) : nil)
            }
            guard let zone = cache[name] ?? nil else { return nil }
            // Near a clock change, the first guess may be on the wrong side of it.
            let guess = secondsEast(at: shown.seconds, in: zone)
            return secondsEast(at: shown.seconds - Int64(guess), in: zone) / 60
        }
    }

    /// Returns false for names that a document could use to read a file outside the database.
    private static func isSafe(_ name: String) -> Bool {
        name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains(".")
    }

    private static func secondsEast(at time: Int64, in zone: OpaquePointer) -> Int {
        Int(g_time_zone_get_offset(zone, g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(time))))
    }

    private static func removeAll(_ cache: inout [String: OpaquePointer?]) {
        for zone in cache.values { zone.map(g_time_zone_unref) }
        cache.removeAll()
    }
}
