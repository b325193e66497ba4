import ArgumentParser
import EngineConcepts

/// Reads values of the command line.
enum ArgumentValue {
    static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw ValidationError("\"\(text)\" is no time. Write it as 2026-11-20, or as 2026-11-20T11:54:00Z.")
        }
        return time
    }

    static func gap(_ text: String) throws -> GapID {
        guard let gap = GapID(text) else {
            throw ValidationError("\"\(text)\" is no gap's id. `fiber timeline` prints the gaps with their ids.")
        }
        return gap
    }
}
