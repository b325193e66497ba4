package import EngineConcepts
package import FiberConfiguration

extension Settings {
    /// Returns the retention that the settings demand at `now`.
    package func retention(at now: Timestamp) -> Retention {
        func time(_ setting: String) -> Timestamp? {
            let days = number(setting)
            return days > 0 ? now.advanced(by: .seconds(-days * 86_400)) : nil
        }
        let items = number("retention.read-items")
        return Retention(
            oldest: time("retention.read-days"), newestOfEach: items > 0 ? items : nil,
            oldestBesideTrack: time("retention.thread-days"))
    }
}
