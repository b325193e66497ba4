import CByteScan
import EngineConcepts
import WebText

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
        let coverage = state.ranges.coverage
        guard coverage.olderTokens.isEmpty, coverage.newerTokens.isEmpty, state.ranges.unreachable.isEmpty,
            state.ranges.streamed == nil, state.warning == nil, state.interruption == nil,
            state.outdatedPage == nil, state.requests.failingSince == nil,
            let condition = name(of: state.requests.condition)
        else { return nil }
        var text = StateWriter()
        text.write("{\"coverage\":{\"claimed\":", coverage.claimed)
        text.write(",\"exact\":", coverage.exact)
        text.write(",\"unsettled\":", coverage.storedUnsettled)
        text.write(",\"doubted\":", coverage.withdrawn)
        text.write(",\"olderTokens\":[],\"newerTokens\":[]},\"condition\":{\"")
        text.write(condition)
        text.write("\":{}},\"unreachable\":[],\"failures\":", Int64(state.requests.failures))
        if let floor = state.ranges.floor {
            text.write(",\"floor\":{\"time\":", floor.time.milliseconds)
            text.write(",\"reason\":", floor.reason.rawValue)
            if let count = floor.documentCount { text.write(",\"documentCount\":", Int64(count)) }
            text.write("}")
        }
        if let time = state.requests.lastSuccess { text.write(",\"lastSuccess\":", time.milliseconds) }
        if let memory = state.memory { text.write(",\"memory\":", memory) }
        if let name = state.sourceName { text.write(",\"sourceName\":", name) }
        if let address = state.sourceAddress { text.write(",\"sourceAddress\":", address) }
        text.write(",\"budget\":{")
        let budget: [(key: StaticString, number: Int64?)] = [
            ("\"retryAt\":", state.requests.budget.retryAt?.milliseconds),
            ("\"requestsLeft\":", state.requests.budget.requestsLeft.map { Int64($0) }),
            ("\"freshUntil\":", state.requests.budget.freshUntil?.milliseconds),
            ("\"routineAt\":", state.requests.budget.routineAt?.milliseconds),
        ]
        var isFirst = true
        for case (let key, let number?) in budget {
            if !isFirst { text.write(",") }
            isFirst = false
            text.write(key, number)
        }
        text.write("}}")
        return text.text
    }

    private static func name(of condition: RequestHistory.Condition) -> StaticString? {
        switch condition {
        case .notAsked: "neverAsked"
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
    private var scanner: JSONScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
    }

    /// Returns the state, or `nil` if the text is another one.
    mutating func state() -> SupplierState? {
        guard let claimed = timeframes("{\"coverage\":{\"claimed\":"), let exact = timeframes(",\"exact\":"),
            let unsettled = timeframes(",\"unsettled\":"), let withdrawn = timeframes(",\"doubted\":"),
            scanner.take(",\"olderTokens\":[],\"newerTokens\":[]},\"condition\":{\""), let condition = condition(),
            scanner.take("\":{}},\"unreachable\":[],\"failures\":"), let failures = scanner.number(),
            let count = Int(exactly: failures)
        else { return nil }
        var state = SupplierState()
        state.ranges.coverage = Coverage(claimed: claimed, exact: exact, unsettled: unsettled, withdrawn: withdrawn)
        state.requests.condition = condition
        state.requests.failures = count
        if scanner.take(",\"floor\":{\"time\":") {
            guard let time = scanner.number(), scanner.take(",\"reason\":"), let name = scanner.string(),
                let reason = SupplierRanges.Floor.Reason(rawValue: name)
            else { return nil }
            var documentCount: Int?
            if scanner.take(",\"documentCount\":") {
                guard let number = scanner.number(), let count = Int(exactly: number) else { return nil }
                documentCount = count
            }
            guard scanner.take("}") else { return nil }
            let floor = SupplierRanges.Floor(
                time: Timestamp(milliseconds: time), reason: reason, documentCount: documentCount)
            state.ranges.lowerFloor(to: floor)
        }
        if scanner.take(",\"lastSuccess\":") {
            guard let time = scanner.number() else { return nil }
            state.requests.lastSuccess = Timestamp(milliseconds: time)
        }
        guard string(",\"memory\":", to: &state.memory), string(",\"sourceName\":", to: &state.sourceName),
            string(",\"sourceAddress\":", to: &state.sourceAddress), let budget = budget(), scanner.isAtEnd
        else { return nil }
        state.requests.budget = budget
        return state
    }

    private mutating func budget() -> FetchBudget? {
        guard scanner.take(",\"budget\":{") else { return nil }
        var isNext = true
        let retryAt = number("\"retryAt\":", ifNext: &isNext)
        let requestsLeft = number("\"requestsLeft\":", ifNext: &isNext)
        let freshUntil = number("\"freshUntil\":", ifNext: &isNext)
        let routineAt = number("\"routineAt\":", ifNext: &isNext)
        guard scanner.take("}}") else { return nil }
        return FetchBudget(
            retryAt: retryAt.map(Timestamp.init(milliseconds:)), requestsLeft: requestsLeft.map { Int($0) },
            freshUntil: freshUntil.map(Timestamp.init(milliseconds:)),
            routineAt: routineAt.map(Timestamp.init(milliseconds:)))
    }

    /// Reads an optional member whose value is a number, and the comma behind it. Leaves one with another value where it is,
    /// so that the text does not end as expected.
    ///
    /// - Parameter isNext: True if a member comes next: at the beginning, or after a comma.
    private mutating func number(_ key: StaticString, ifNext isNext: inout Bool) -> Int64? {
        let start = scanner
        guard isNext, scanner.take(key), let number = scanner.number() else {
            scanner = start
            return nil
        }
        isNext = scanner.take(",")
        return number
    }

    private mutating func condition() -> RequestHistory.Condition? {
        if scanner.take("well") { return .healthy }
        if scanner.take("neverAsked") { return .notAsked }
        return scanner.take("slow") ? .slow : nil
    }

    private mutating func timeframes(_ key: StaticString) -> TimeframeSet? {
        guard scanner.take(key), scanner.take("[") else { return nil }
        if scanner.take("]") { return TimeframeSet() }
        var timeframes: [Timeframe] = []
        repeat {
            guard scanner.take("{\"start\":"), let start = scanner.number(), scanner.take(",\"end\":"),
                let end = scanner.number(), scanner.take("}"),
                let timeframe = Timeframe(from: Timestamp(milliseconds: start), downTo: Timestamp(milliseconds: end))
            else { return nil }
            timeframes.append(timeframe)
        } while scanner.take(",")
        return scanner.take("]") ? TimeframeSet(timeframes) : nil
    }

    /// Reads an optional member. Returns false if its value cannot be read here.
    private mutating func string(_ key: StaticString, to value: inout String?) -> Bool {
        guard scanner.take(key) else { return true }
        value = scanner.string()
        return value != nil
    }
}
