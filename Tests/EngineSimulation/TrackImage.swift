public import EngineConcepts

/// The complete content of a store as lines of text. Equal content gives equal lines in every process, so that states
/// before and after a crash can be compared.
public struct TrackImage: Sendable {
    public let lines: [String]

    /// Reads the content of `store` and `outbox`, without versions.
    public init(
        of store: any TrackStore & SettingStore, outbox: any Outbox, settings: [String]
    ) async throws {
        let record = try await store.record()
        let suppliers = Set(record.supplierStates.keys).union(record.active)
        var lines = ["visible ranges \(record.visibleRanges.timeframes)", "active \(record.active.sorted())"]
        for (supplier, supplierState) in record.supplierStates.sorted(by: { $0.key < $1.key }) {
            lines.append("supplier state \(supplier) \(Self.words(for: supplierState))")
        }
        for row in try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1)).rows {
            switch row {
            case .ticket(let entry): lines.append("row \(entry.ticket.id)")
            case .gap(let gap): lines.append("row \(gap.id) \(gap.kind) \(gap.missing)")
            }
        }
        for key in try await store.keys(of: suppliers, in: .always, towards: .older, limit: .max) {
            guard let entry = try await store.entry(key.id) else {
                throw InvariantViolation("\(key.id) has a place and no content")
            }
            lines.append("stored \(key) \(entry.ticket.body.text.source) \(entry.marks) \(entry.isLate)")
        }
        for name in settings { lines.append("setting \(name) \(try await store.setting(name) ?? "")") }
        for action in try await outbox.pendingActions() { lines.append("action \(action)") }
        self.lines = lines
    }

    private static func words(for supplierState: SupplierState) -> String {
        let tokens = [supplierState.ranges.coverage.olderTokens, supplierState.ranges.coverage.newerTokens]
            .map { $0.sorted { $0.key < $1.key }.map { "\($0.key.milliseconds): \($0.value.rawValue)" } }
        return """
            \(supplierState.ranges.coverage.claimed.timeframes) \(supplierState.ranges.coverage.exact.timeframes) \(tokens) \
            \(String(describing: supplierState.ranges.floor)) \(supplierState.ranges.unreachable) \(supplierState.requests.condition) \(supplierState.memory ?? "") \
            \(String(describing: supplierState.requests.lastSuccess)) \(supplierState.requests.failures) \(supplierState.requests.budget)
            """
    }

    /// A hash of all lines.
    public var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            hash = (hash ^ 0xff) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
