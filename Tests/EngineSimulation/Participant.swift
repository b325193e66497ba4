import EngineConcepts
import EngineTestSupport
import TestSupport

/// A source in a simulation, with the truth about it.
struct Participant {
    let source: ScriptedSource
    let supplier: ScriptedSupplier
    /// How far the source's clock is ahead.
    let clock: Duration
    var truth: SourceTruth
    var isInstalled = true
    var isPaused = false
    /// True if it was removed or paused during a fill, which may still ask it.
    var isLeaving = false
    /// True if it was removed before its late answer came, which is then not stored.
    var isLateAnswerDropped = false
    /// The text of each post as last delivered and stored, or `nil` if one of two texts may be stored.
    var delivered: [String: String?] = [:]
    /// The time of the last stored answer for the newest posts.
    var lastRead: Timestamp?
    /// Ranges last read when nothing could appear or change in them any more. An engine need not read them again.
    private(set) var settled = TimeframeSet()
    /// The end of the source's rate limit, as last reported.
    var rateLimitEnd: Timestamp?
    /// Posts that are no longer listed without having been reported as deleted, with their times.
    var dropped: [String: Timestamp] = [:]
    /// The number of posts that were given names.
    private var namedCount = 0
    /// The number of requests that were recorded.
    private var recordedCount = 0

    /// Creates a source with random behaviour.
    init(_ index: Int, time: any TimeSource, using random: inout SeededGenerator) {
        let isWindow = random.chance(40)
        // A window with older pages, as some feeds have.
        let isPaged = !isWindow && random.chance(15)
        let id = SupplierID("\(isWindow ? "window" : isPaged ? "paged" : "log"):\(index)")
        let source = ScriptedSource()
        let traits =
            isWindow
            ? SupplierTraits(shape: .window, pagesOlder: false)
            : isPaged
                ? SupplierTraits(shape: .window, maximumPageItems: Int.random(in: 3...60, using: &random))
                : SupplierTraits(
                    pagesNewer: random.chance(50), readsTimeRanges: random.chance(30),
                    maximumPageItems: Int.random(in: 3...60, using: &random),
                    lateness: random.chance(40) ? .seconds(Int.random(in: 1...20_000, using: &random)) : .zero)
        source.behavior.recordsAnswers = true
        source.behavior.page = Int.random(in: 3...50, using: &random)
        source.behavior.overlap = random.chance(30) ? Int.random(in: 1...5, using: &random) : 0
        source.behavior.doubles = random.chance(20)
        source.behavior.shortBy = random.chance(20) ? 2 : 0
        source.behavior.emptyPages = random.chance(20) ? 2 : 0
        source.behavior.keeps = isWindow ? Int.random(in: 5...80, using: &random) : nil
        source.behavior.answersNotModified = random.chance(50)
        if !isWindow {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<15: source.behavior.keeps = Int.random(in: 20...120, using: &random)
            case 15..<30: source.behavior.depth = Int.random(in: 20...120, using: &random)
            case 30..<40 where !traits.pagesNewer: source.behavior.pagesBySecond = true
            case 40..<44: source.behavior.isSilentOnClaims = true
            default: break
            }
        }
        let clocks: [Duration] = [.seconds(-40), .seconds(30), .seconds(400)]
        clock = random.chance(15) ? clocks[Int.random(in: 0..<clocks.count, using: &random)] : .zero
        // A source can signal deletion by omission only if its items are at their dates.
        source.behavior.omissionsAreDeletions = !isWindow && clock == .zero && random.chance(30)
        self.source = source
        supplier = ScriptedSupplier(id, source, traits: traits, time: time)
        truth = SourceTruth(
            id: id, lossRules: LossRules(source.behavior, traits),
            description: "\(source.behavior) \(traits) clock \(clock)")
    }

    var id: SupplierID { supplier.id }

    /// True if its posts may be dated in the future.
    var mayDateAhead: Bool { !source.behavior.omissionsAreDeletions }

    /// True if a refresh asks it, as far as the source itself is concerned.
    var isAsked: Bool { isInstalled && !isPaused }

    // MARK: Writing

    /// Adds a post in time to be claimed. It is not older than `since`, down to where its source may have been read.
    mutating func write(
        at moment: Timestamp, order: Int64, isDated: Bool = true, isLeftOut: Bool = false, since: Timestamp,
        now: Timestamp
    ) {
        namedCount += 1
        let post = ScriptedSource.Post(
            id: "p\(namedCount)", time: moment.advanced(by: clock), order: order, text: "first", isDated: isDated)
        if isLeftOut {
            source.behavior.filters.insert(post.id)
        } else if !isDated {
            truth.undated.insert(post.id)
        } else if post.time >= since {
            // A clock that is behind backdates its posts.
            truth.onTime[post.id] = post
            if post.time > now { truth.ahead[post.id] = now }
        }
        add(post)
    }

    /// Adjusts the truth after the engine's clock was set back: unread posts now lie in the future. A window can lose
    /// those unnoticed.
    mutating func adjustToClock(_ now: Timestamp) {
        for post in truth.onTime.values where post.time > now && delivered[post.id] == nil {
            if truth.lossRules.keeps != nil {
                truth.onTime[post.id] = nil
            } else {
                truth.ahead[post.id] = min(truth.ahead[post.id] ?? now, now)
            }
        }
    }

    /// Records when ranges were read that an answer claims.
    ///
    /// - Parameter isStored: True if the answer was certainly stored. Otherwise, ranges that were not settled at the
    ///   time may have their previous content.
    mutating func recordReading(_ delivery: DeliveryRecord, isStored: Bool) {
        let old = delivery.request.now.advanced(by: .zero - supplier.traits.lateness).flooredToSecond
        for claim in delivery.answer?.claims.compactMap(\.timeframe.wholeSeconds) ?? [] {
            if isStored { settled.remove(claim) }
            if let below = Timeframe(from: min(claim.start, old), downTo: claim.end) { settled.insert(below) }
        }
    }

    /// Adds a post at a time that may have been read already.
    mutating func writeLate(at past: Timestamp) -> String {
        namedCount += 1
        let post = ScriptedSource.Post(id: "late\(namedCount)", time: past, text: "late")
        add(post)
        return post.id
    }

    private mutating func add(_ post: ScriptedSource.Post) {
        if truth.lossRules.density != nil {
            truth.losses.inSecond[post.time.flooredToSecond, default: 0] += 1
        }
        source.add([post])
    }

    /// Removes a post.
    ///
    /// - Parameter isSaid: True if the source reports the deletion; otherwise the post is only no longer listed.
    mutating func delete(_ post: ScriptedSource.Post, isSaid: Bool) {
        if isSaid {
            source.delete(post.id)
        } else {
            source.drop(post.id)
            dropped[post.id] = post.time
        }
        truth.onTime[post.id] = nil
        truth.ahead[post.id] = nil
        truth.undated.remove(post.id)
    }

    // MARK: Requests

    /// Records the requests of a step and checks that they were allowed. Returns their number.
    ///
    /// - Parameters:
    ///   - deliveries: The answers.
    ///   - isStored: True if the engine has stored the answers.
    mutating func recordRequests(_ deliveries: [DeliveryRecord], isStored: Bool) throws -> Int {
        let requests = source.requests.dropFirst(recordedCount)
        recordedCount += requests.count
        var outcomes = deliveries[...]
        for request in requests {
            truth.requestTimes.insert(request.now)
            guard isAsked || isLeaving else {
                throw InvariantViolation("\(id) is asked, though it is paused or gone")
            }
            if let rateLimitEnd, request.now < rateLimitEnd, isStored {
                throw InvariantViolation(
                    "\(id) is asked at \(request.now.milliseconds), and has a rate limit until \(rateLimitEnd.milliseconds)"
                )
            }
            guard isStored, let outcome = outcomes.first, outcome.request == request else { continue }
            outcomes.removeFirst()
            switch outcome.outcome {
            case .success(let answer): rateLimitEnd = answer.budget.retryAt
            case .failure(let error): rateLimitEnd = error.retryAt
            }
        }
        guard source.mostConcurrent <= 1 else { throw InvariantViolation("\(id) is asked twice at the same time") }
        return requests.count
    }
}
