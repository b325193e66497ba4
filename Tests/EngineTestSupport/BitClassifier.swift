public import EngineConcepts

/// Assigns labels by the bits of a hash of the ticket. Sufficient for tests of how labels are stored.
public struct BitClassifier: TicketClassifier {
    public let labels: [Label]
    public let readsMarks: Bool
    private let time: @Sendable () -> Timestamp
    private let parsed: [ParsedLabel]

    /// The parsed names of the labels. Cached, because random tests classify millions of tickets.
    private struct ParsedLabel {
        let id: LabelID
        let isHiding: Bool
        let hash: Fingerprint
        let isOfUnread: Bool
        let isOfYoung: Bool
    }

    /// FNV-1a.
    private struct Fingerprint {
        var value: UInt64

        /// Adds text. Reads its memory, because without optimization each step of an iteration costs several calls.
        mutating func add(_ text: String) {
            var text = text
            value = text.withUTF8 { [value] bytes in
                var hash = value
                var index = 0
                while index < bytes.count {
                    hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
                    index += 1
                }
                return hash
            }
        }
    }

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - names: The labels. Those named `hide…`, `muffle…`, `highlight…` and `notify…` have that effect, others
    ///     none. One with `young` in its name matches tickets less than a minute old, one with `unread` matches
    ///     unread tickets.
    ///   - salt: Changes the members of all labels.
    public init(_ names: [LabelID], salt: UInt64 = 0, time: @escaping @Sendable () -> Timestamp = { .beginningOfTime })
    {
        labels = names.map { name in
            let effect = LabelEffect.allCases.first { name.rawValue.hasPrefix($0.rawValue) }
            return Label(name, effect: effect, definition: "\(name) \(salt)")
        }
        readsMarks = names.contains { $0.rawValue.contains("unread") }
        parsed = labels.map { label in
            let name = label.id.rawValue
            var hash = Fingerprint(value: salt)
            hash.add("\(name)/")
            return ParsedLabel(
                id: label.id, isHiding: label.effect == .hide, hash: hash, isOfUnread: name.contains("unread"),
                isOfYoung: name.contains("young"))
        }
        self.time = time
    }

    public func now() -> Timestamp {
        time()
    }

    public func classify(_ facts: TicketFacts) -> Classification {
        var classification = Classification()
        let ticket = facts.ticket
        let text = "\(ticket.supplier.rawValue)/\(ticket.id.item)/\(ticket.body.title ?? "")"
        for label in parsed {
            var hash = label.hash
            hash.add(text)
            var applies = (hash.value >> 24) % 3 == 0
            if label.isOfUnread, facts.marks.isRead {
                applies = false
            }
            if label.isOfYoung, applies {
                let end = ticket.key.time.advanced(by: .seconds(60))
                applies = end > time()
                if applies {
                    classification.holdsUntil = classification.holdsUntil.map { min($0, end) } ?? end
                }
            }
            guard applies else { continue }
            classification.labels.insert(label.id)
            if label.isHiding, classification.hiddenBy == nil {
                classification.hiddenBy = label.id
            }
        }
        return classification
    }
}
