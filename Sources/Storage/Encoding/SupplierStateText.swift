internal import CByteScan
internal import EngineConcepts

/// The state of a supplier in JSON, as `Codable` has it.
///
/// A refresh of a thousand unchanged feeds reads and writes as many states. A state with only the parts that nearly all
/// have is written and read here, a hundred times faster; `JSONEncoder` and `JSONDecoder` do all others.
struct SupplierStateText {
    private let json = JSONText()

    func encode(_ state: SupplierState) throws -> String {
        if let text = Self.usual(state) { return text }
        return try json.encode(state)
    }

    func decode(_ text: String, of supplier: SupplierID) throws -> SupplierState {
        var text = text
        let state = text.withUTF8 { bytes in
            var reader = StateReader(bytes)
            return reader.state()
        }
        if let state { return state }
        return try json.decode(text, named: "the state of \(supplier)")
    }

    /// Returns the text of a state that ``StateReader`` reads, or `nil` if it has other parts.
    static func usual(_ state: SupplierState) -> String? {
        let coverage = state.coverage
        guard coverage.olderTokens.isEmpty, coverage.newerTokens.isEmpty, state.unreachable.isEmpty,
            state.streamed == nil, state.remark == nil, state.failingSince == nil,
            let condition = name(of: state.condition)
        else { return nil }
        var text = StateWriter()
        text.write("{\"coverage\":{\"claimed\":", coverage.claimed)
        text.write(",\"exact\":", coverage.exact)
        text.write(",\"unsettled\":", coverage.unsettled)
        text.write(",\"doubted\":", coverage.withdrawn)
        text.write(",\"olderTokens\":[],\"newerTokens\":[]},\"condition\":{\"")
        text.write(condition)
        text.write("\":{}},\"unreachable\":[],\"failures\":", Int64(state.failures))
        if let floor = state.floor {
            text.write(",\"floor\":{\"time\":", floor.time.milliseconds)
            text.write(",\"reason\":", floor.reason.rawValue)
            text.write("}")
        }
        if let time = state.lastSuccess { text.write(",\"lastSuccess\":", time.milliseconds) }
        if let memory = state.memory { text.write(",\"memory\":", memory) }
        if let name = state.sourceName { text.write(",\"sourceName\":", name) }
        if let address = state.sourceAddress { text.write(",\"sourceAddress\":", address) }
        text.write(",\"budget\":{")
        var isFirst = true
        func key(_ first: StaticString, _ other: StaticString) -> StaticString {
            defer { isFirst = false }
            return isFirst ? first : other
        }
        if let time = state.budget.retryAt {
            text.write(key("\"retryAt\":", ",\"retryAt\":"), time.milliseconds)
        }
        if let count = state.budget.requestsLeft {
            text.write(key("\"requestsLeft\":", ",\"requestsLeft\":"), Int64(count))
        }
        if let time = state.budget.freshUntil {
            text.write(key("\"freshUntil\":", ",\"freshUntil\":"), time.milliseconds)
        }
        if let time = state.budget.routineAt {
            text.write(key("\"routineAt\":", ",\"routineAt\":"), time.milliseconds)
        }
        text.write("}}")
        return text.text
    }

    private static func name(of condition: SupplierState.Condition) -> StaticString? {
        switch condition {
        case .neverAsked: "neverAsked"
        case .healthy: "well"
        case .slow: "slow"
        case .failed: nil
        }
    }
}

/// Writes the parts of a state.
private struct StateWriter {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(1024)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ json: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    mutating func write(_ key: StaticString, _ number: Int64) {
        write(key)
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func write(_ key: StaticString, _ timeframes: TimeframeSet) {
        write(key)
        bytes.append(0x5b)
        for (index, timeframe) in timeframes.timeframes.enumerated() {
            write(index == 0 ? "{\"start\":" : ",{\"start\":", timeframe.start.milliseconds)
            write(",\"end\":", timeframe.end.milliseconds)
            bytes.append(0x7d)
        }
        bytes.append(0x5d)
    }

    mutating func write(_ key: StaticString, _ string: String) {
        write(key)
        bytes.append(0x22)
        var string = string
        string.withUTF8 { text in
            guard let start = text.baseAddress else { return }
            var clean = 0
            while true {
                let index = scan_json(start, clean, text.count)
                bytes.append(contentsOf: text[clean..<index])
                guard index < text.count else { break }
                escape(text[index])
                clean = index + 1
            }
        }
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5c: bytes += [0x5c, byte]
        case 0x7f: bytes.append(byte)
        default:
            write(byte < 16 ? "\\u000" : "\\u00")
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}

/// Reads what ``SupplierStateText/usual(_:)`` writes, member by member, and gives up at anything else.
private struct StateReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the state, or `nil` if the text is another one.
    mutating func state() -> SupplierState? {
        guard let claimed = timeframes("{\"coverage\":{\"claimed\":"), let exact = timeframes(",\"exact\":"),
            let unsettled = timeframes(",\"unsettled\":"), let withdrawn = timeframes(",\"doubted\":"),
            take(",\"olderTokens\":[],\"newerTokens\":[]},\"condition\":{\""), let condition = condition(),
            take("\":{}},\"unreachable\":[],\"failures\":"), let failures = number(),
            let count = Int(exactly: failures)
        else { return nil }
        var state = SupplierState()
        state.coverage = Coverage(claimed: claimed, exact: exact, unsettled: unsettled, withdrawn: withdrawn)
        state.condition = condition
        state.failures = count
        if take(",\"floor\":{\"time\":") {
            guard let time = number(), take(",\"reason\":"), let name = string(),
                let reason = SupplierState.Floor.Reason(rawValue: name), take("}")
            else { return nil }
            state.lowerFloor(to: SupplierState.Floor(time: Timestamp(milliseconds: time), reason: reason))
        }
        if take(",\"lastSuccess\":") {
            guard let time = number() else { return nil }
            state.lastSuccess = Timestamp(milliseconds: time)
        }
        guard string(",\"memory\":", to: &state.memory), string(",\"sourceName\":", to: &state.sourceName),
            string(",\"sourceAddress\":", to: &state.sourceAddress), let budget = budget(), index == bytes.count
        else { return nil }
        state.budget = budget
        return state
    }

    private mutating func budget() -> FetchBudget? {
        guard take(",\"budget\":{") else { return nil }
        var budget = FetchBudget()
        if take("\"retryAt\":") {
            guard let time = number() else { return nil }
            budget.retryAt = Timestamp(milliseconds: time)
            if !take(",") { return take("}}") ? budget : nil }
        }
        if take("\"requestsLeft\":") {
            guard let number = number(), let count = Int(exactly: number) else { return nil }
            budget.requestsLeft = count
            if !take(",") { return take("}}") ? budget : nil }
        }
        if take("\"freshUntil\":") {
            guard let time = number() else { return nil }
            budget.freshUntil = Timestamp(milliseconds: time)
            if !take(",") { return take("}}") ? budget : nil }
        }
        if take("\"routineAt\":") {
            guard let time = number() else { return nil }
            budget.routineAt = Timestamp(milliseconds: time)
        }
        return take("}}") ? budget : nil
    }

    private mutating func condition() -> SupplierState.Condition? {
        if take("well") { return .healthy }
        if take("neverAsked") { return .neverAsked }
        return take("slow") ? .slow : nil
    }

    private mutating func timeframes(_ key: StaticString) -> TimeframeSet? {
        guard take(key), take("[") else { return nil }
        if take("]") { return TimeframeSet() }
        var timeframes: [Timeframe] = []
        repeat {
            guard take("{\"start\":"), let start = number(), take(",\"end\":"), let end = number(), take("}"),
                let timeframe = Timeframe(
                    from: Timestamp(milliseconds: start), downTo: Timestamp(milliseconds: end))
            else { return nil }
            timeframes.append(timeframe)
        } while take(",")
        return take("]") ? TimeframeSet(timeframes) : nil
    }

    /// Returns true if `text` is next, and moves behind it.
    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    private mutating func number() -> Int64? {
        let isNegative = take("-")
        let start = index
        var number: Int64 = 0
        while index < bytes.count, case let digit = bytes[index] &- 0x30, digit < 10 {
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            // Subtracted, because the least number has no positive counterpart.
            let (next, isTooLow) = tens.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !isTooLow else { return nil }
            number = next
            index += 1
        }
        guard index > start else { return nil }
        if isNegative { return number }
        return number == .min ? nil : -number
    }

    /// Reads an optional member. Returns false if its value cannot be read here.
    private mutating func string(_ key: StaticString, to value: inout String?) -> Bool {
        guard take(key) else { return true }
        value = string()
        return value != nil
    }

    private mutating func string() -> String? {
        guard take("\""), let start = bytes.baseAddress else { return nil }
        var text: [UInt8] = []
        while true {
            let end = scan_json(start, index, bytes.count)
            guard end < bytes.count else { return nil }
            switch bytes[end] {
            case 0x22 where text.isEmpty:
                defer { index = end + 1 }
                return String(decoding: bytes[index..<end], as: UTF8.self)
            case 0x22:
                text.append(contentsOf: bytes[index..<end])
                index = end + 1
                return String(decoding: text, as: UTF8.self)
            case 0x5c where end + 1 < bytes.count && (bytes[end + 1] == 0x22 || bytes[end + 1] == 0x5c):
                text.append(contentsOf: bytes[index..<end])
                text.append(bytes[end + 1])
                index = end + 2
            case 0x7f:
                text.append(contentsOf: bytes[index...end])
                index = end + 1
            default: return nil
            }
        }
    }
}
