import EngineConcepts
import EngineTestSupport
import TestSupport

/// A source in a world, and what is known of its truth.
struct Citizen {
    let source: ScriptedSource
    let supplier: ScriptedSupplier
    /// How far the source's clock is ahead.
    let clock: Duration
    var truth: Truth
    var isInstalled = true
    var isPaused = false
    /// Posts that appeared inside what was read already.
    var backdated: Set<String> = []
    /// Until when the source wants to be left in peace, as far as anybody was told.
    var patience: Timestamp?
    private var named = 0
    private var noted = 0

    /// A source of a character of its own.
    init(_ index: Int, time: any TimeSource, using random: inout SeededGenerator) {
        let isWindow = random.chance(40)
        let id = SupplierID(isWindow ? "window:\(index)" : "log:\(index)")
        let source = ScriptedSource()
        let traits =
            isWindow
            ? SupplierTraits(shape: .window, pagesOlder: false)
            : SupplierTraits(
                pagesNewer: random.chance(50), readsTimeRanges: random.chance(30),
                maximumPage: Int.random(in: 3...60, using: &random),
                lateness: random.chance(40) ? .seconds(Int.random(in: 1...20_000, using: &random)) : .zero)
        source.manner.page = Int.random(in: 3...50, using: &random)
        source.manner.overlap = random.chance(30) ? Int.random(in: 1...5, using: &random) : 0
        source.manner.doubles = random.chance(20)
        source.manner.shortBy = random.chance(20) ? 2 : 0
        source.manner.emptyPages = random.chance(20) ? 2 : 0
        source.manner.keeps = isWindow ? Int.random(in: 5...80, using: &random) : nil
        source.manner.tellsUnchanged = random.chance(50)
        if !isWindow {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<15: source.manner.keeps = Int.random(in: 20...120, using: &random)
            case 15..<30: source.manner.depth = Int.random(in: 20...120, using: &random)
            case 30..<40 where !traits.pagesNewer:
                source.manner.pagesBySecond = true
            case 40..<44: source.manner.isSilentOnClaims = true
            default: break
            }
        }
        let clocks: [Duration] = [.seconds(-40), .seconds(30), .seconds(400)]
        clock = random.chance(15) ? clocks[Int.random(in: 0..<clocks.count, using: &random)] : .zero
        // Only a source whose items stand where they are dated can show deletion by leaving them out.
        source.manner.omissionsAreDeletions = !isWindow && clock == .zero && random.chance(30)
        self.source = source
        supplier = ScriptedSupplier(id, source, traits: traits, time: time)
        truth = Truth(
            id: id, isWindow: isWindow, forgets: source.manner.keeps != nil,
            character: "\(source.manner) \(traits) clock \(clock)")
    }

    var id: SupplierID { supplier.id }

    /// Whether posts of its may be dated ahead.
    var mayDateAhead: Bool { !source.manner.omissionsAreDeletions }

    /// Whether an engine asks it when it refreshes, so far as the source is concerned.
    var isListened: Bool { isInstalled && !isPaused }

    // MARK: Writing

    /// Adds a post that is there in time to be claimed: it does not lie before `since`, down to where its source may have
    /// been read by now.
    mutating func write(at moment: Timestamp, order: Int64, isDated: Bool = true, since: Timestamp, now: Timestamp) {
        named += 1
        let post = ScriptedSource.Post(
            id: "p\(named)", time: moment.advanced(by: clock), order: order, text: "first", isDated: isDated)
        if !isDated {
            truth.undated.insert(post.id)
        } else if post.time < since {
            // A clock that is behind dates its posts back.
            backdated.insert(post.id)
        } else {
            truth.onTime[post.id] = post
            if post.time > now {
                truth.ahead[post.id] = now
            }
        }
        source.add([post])
    }

    /// Adds a post at a time that may have been read already.
    mutating func writeLate(at past: Timestamp) -> String {
        named += 1
        let post = ScriptedSource.Post(id: "late\(named)", time: past, text: "late")
        source.add([post])
        backdated.insert(post.id)
        return post.id
    }

    mutating func delete(_ item: String) {
        source.delete(item)
        truth.onTime[item] = nil
        truth.ahead[item] = nil
        truth.undated.remove(item)
        backdated.remove(item)
    }

    // MARK: Being asked

    /// Takes note of what the source was asked during a deed, and whether it might have been.
    ///
    /// - Parameter isToldOf: whether the engine has kept what it was answered.
    mutating func noteRequests(isToldOf: Bool) throws {
        let requests = source.requests.dropFirst(noted)
        noted += requests.count
        for request in requests {
            truth.asked.insert(request.now)
            guard !isPaused, isInstalled else { throw Breach("\(id) is asked, though it is paused or gone") }
            if let patience, request.now < patience {
                throw Breach(
                    "\(id) is asked at \(request.now.milliseconds), and wanted peace until \(patience.milliseconds)")
            }
        }
        if isToldOf, !requests.isEmpty, let retryAt = source.manner.fault?.retryAt {
            patience = retryAt
        }
    }
}
