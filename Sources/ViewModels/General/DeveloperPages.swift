import EngineConcepts
import Localization

/// Makes the pages of the developer section. Pure.
struct DeveloperPages {
    let texts: TimeTexts
    let now: Timestamp
    let names: [SupplierID: String]

    private var localizer: Localizer { texts.localizer }

    typealias Column = DeveloperState.Column
    typealias Row = DeveloperState.Row

    // MARK: The log

    var logColumns: [Column] {
        [
            Column(localizer(.developerTime), minimum: 8),
            Column(localizer(.developerLevel), minimum: 7, expendability: 2),
            Column(localizer(.developerEvent), minimum: 15, expendability: 1),
            Column(localizer(.developerDetails), minimum: 24),
        ]
    }

    /// Returns the entries of at least `level` that contain every word of `search`, newest first.
    func log(_ entries: [JournalEntry], from level: JournalLevel, holding search: String) -> [Row] {
        let filter = WordFilter(search)
        return entries.reversed().filter { $0.level >= level }
            .map { entry in
                let duration = entry.duration.map { [JournalDetail("took", milliseconds($0))] } ?? []
                let details = (entry.payload + duration)
                    .map { $0.key.isEmpty ? $0.value : "\($0.key)=\($0.value)" }.joined(separator: " ")
                return Row(
                    [texts.moment(entry.time, at: now, seconds: true), entry.level.rawValue, entry.name, details],
                    entry.level.tone)
            }
            .filter { filter.keeps($0.cells.joined(separator: " ")) }
    }

    // MARK: Statistics

    var statisticsColumns: [Column] { [Column(""), Column("")] }

    func statistics(_ statistics: EngineStatistics, residentBytes: Int?, network: [NetworkFigure]) -> [Row] {
        func row(_ messageKey: MessageKey, _ value: String) -> Row { Row([localizer(messageKey), value]) }
        func heading(_ messageKey: MessageKey) -> Row { Row([localizer(messageKey), ""], .heading) }
        let unknown = localizer(.developerUnknown)
        let visibleRanges = [statistics.visibleRanges.newest, statistics.visibleRanges.oldest].compactMap(\.self)
            .map { $0.isFinite ? texts.moment($0, at: now, seconds: true) : localizer(.developerStart) }
            .joined(separator: " … ")
        let fills = statistics.fills
        let requests = statistics.requests
        return [
            heading(.developerTrack),
            row(.developerTickets, statistics.tickets.map { localizer.grouped($0.total) } ?? unknown),
            row(.developerUnread, statistics.tickets.map { localizer.grouped($0.unread) } ?? unknown),
            row(.developerExtent, visibleRanges.isEmpty ? unknown : visibleRanges),
            row(.developerSources, localizer.grouped(statistics.suppliers.count)),
            heading(.developerProcess),
            row(.developerMemory, residentBytes.map { Self.megabytes($0, in: localizer) } ?? unknown),
            row(.developerSince, texts.moment(statistics.since, at: now, seconds: true)),
            heading(.developerFills),
            row(.developerFillsOpen, localizer(.developerFillsOpenOf, .number(fills.filling), .number(fills.queued))),
            row(
                .developerFillsEnded,
                localizer(
                    .developerFillsEndedOf, .number(fills.done), .number(fills.failed), .number(fills.cancelled))),
            heading(.developerNetwork),
            row(
                .developerRequests,
                localizer(
                    .developerRequestsOf, .number(requests.made), .number(requests.failed), .number(requests.inFlight))),
            row(.developerItems, localizer(.developerItemsOf, .number(requests.items), .number(requests.fresh))),
        ] + network.map { Row([localizer($0.name), localizer($0.value)]) }
    }

    // MARK: Requests

    var requestColumns: [Column] {
        [
            Column(localizer(.columnSource), minimum: 10), Column(localizer(.developerSent), isNumber: true),
            Column(localizer(.developerFailed), isNumber: true, expendability: 3),
            Column(localizer(.developerNew), isNumber: true, expendability: 4),
            Column("KB", isNumber: true, expendability: 5), Column(localizer(.columnLast), isNumber: true),
            Column("P50", isNumber: true), Column("P90", isNumber: true, expendability: 1),
            Column("P99", isNumber: true, expendability: 2),
        ]
    }

    /// Returns a row for all requests, one for each phase of those that were measured, then one for each source, the slowest
    /// first.
    func requests(_ statistics: EngineStatistics, spans: [SpanStatistics]) -> [Row] {
        let sources = statistics.suppliers.filter { $0.requests.made > 0 }
            .sorted { ($0.requests.timings?.p90 ?? .zero, $1.id) > ($1.requests.timings?.p90 ?? .zero, $0.id) }
        let phases: [Row] = NetworkPhase.allCases.compactMap { phase in
            spans.first { $0.name == phase.rawValue }.map { row(of: phase, $0) }
        }
        return [row(localizer(.viewAll), requests: statistics.requests, tone: .heading)]
            + phases
            + sources.map {
                row(
                    names[$0.id] ?? $0.id.rawValue, requests: $0.requests,
                    tone: $0.requests.failed > 0 ? .warning : .plain)
            }
    }

    private func row(_ name: String, requests: RequestStatistics, tone: Row.Tone) -> Row {
        let timings = requests.timings
        return Row(
            [name] + [requests.made, requests.failed, requests.fresh].map { localizer.grouped($0) }
                + [requests.bytes.map { localizer.grouped(($0 + 512) / 1024) } ?? ""]
                + [timings?.last, timings?.p50, timings?.p90, timings?.p99].map { $0.map(milliseconds) ?? "" },
            tone)
    }

    private func row(of phase: NetworkPhase, _ span: SpanStatistics) -> Row {
        let key: MessageKey =
            switch phase {
            case .name: .developerPhaseName
            case .connect: .developerPhaseConnect
            case .tls: .developerPhaseTLS
            case .firstByte: .developerPhaseFirstByte
            }
        let timings = span.timings
        return Row(
            [localizer(key), localizer.grouped(span.count), "", "", ""]
                + [timings.last, timings.p50, timings.p90, timings.p99].map(milliseconds), .faint)
    }

    // MARK: Spans

    var spanColumns: [Column] {
        [
            Column(localizer(.developerEvent), minimum: 12),
            Column(localizer(.developerCount), isNumber: true, expendability: 3),
            Column(localizer(.columnLast), isNumber: true, expendability: 2), Column("P50", isNumber: true),
            Column("P90", isNumber: true, expendability: 1), Column("P99", isNumber: true),
            Column(localizer(.developerWorst), isNumber: true),
        ]
    }

    func spans(_ spans: [SpanStatistics]) -> [Row] {
        spans.map { span in
            let timings = span.timings
            return Row(
                [span.name, localizer.grouped(span.count)]
                    + [timings.last, timings.p50, timings.p90, timings.p99, span.worst].map(milliseconds))
        }
    }

    // MARK: Numbers

    /// Returns a duration in milliseconds, with one decimal below a hundred.
    func milliseconds(_ duration: Duration) -> String {
        let microseconds = Int(duration / .microseconds(1))
        return microseconds < 100_000
            ? "\(localizer.tenths(microseconds / 100)) ms" : "\(localizer.grouped(microseconds / 1000)) ms"
    }

    /// Returns a size in megabytes of 1024 × 1024 bytes.
    static func megabytes(_ bytes: Int, in localizer: Localizer) -> String {
        "\(localizer.grouped((bytes + 524_288) / 1_048_576)) MB"
    }
}

nonisolated extension JournalLevel {
    fileprivate var tone: DeveloperState.Row.Tone {
        switch self {
        case .debug: .faint
        case .info: .plain
        case .warning: .warning
        case .error: .error
        }
    }
}
