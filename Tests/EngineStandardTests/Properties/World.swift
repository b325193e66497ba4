import EngineConcepts
import EngineStandard
import EngineTestSupport

/// A random life of an engine, and what must be true of it at any time. The truth is kept apart from the engine's code:
/// lists of posts, sorted plainly.
struct World {
    /// A source and what is known of its truth.
    struct Citizen {
        let id: SupplierID
        let source: ScriptedSource
        let supplier: ScriptedSupplier
        var isInstalled = true
        /// Every post that was there in time to be claimed, by name. Deleted ones leave.
        var onTime: [String: ScriptedSource.Post] = [:]
        /// Posts that appeared inside what was read already.
        var backdated: Set<String> = []
        var next = 0
    }

    let seed: UInt64
    var random: SeededGenerator
    let time = ManualTimeSource()
    let store = MemoryTrackStore()
    let controlUnit = ModularControlUnit()
    var engine: StandardEngine
    var citizens: [Citizen] = []
    var rows: [TrackRow] = []
    var record = TrackRecord()
    var lastRequest: Timestamp
    /// What was done, for the report of a failure.
    var story: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        engine = StandardEngine(controlUnit: controlUnit, store: store, time: time)
        lastRequest = time.now().advanced(by: .seconds(-86_400 * 30))
        for index in 0..<Int.random(in: 1...6, using: &random) {
            settle(index)
        }
    }

    // MARK: Making a world

    private mutating func settle(_ index: Int) {
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
        source.manner.omissionsAreDeletions = !isWindow && random.chance(30)
        let supplier = ScriptedSupplier(id, source, traits: traits, time: time)
        controlUnit.add(supplier, for: id.rawValue)
        citizens.append(Citizen(id: id, source: source, supplier: supplier))
        write(Int.random(in: 0...150, using: &random), to: citizens.count - 1)
    }

    /// Adds posts that appear in time: not older than anything that was asked for so far.
    mutating func write(_ count: Int, to index: Int) {
        let oldest = lastRequest.flooredToSecond.milliseconds
        let newest = time.now().milliseconds
        var posts: [ScriptedSource.Post] = []
        var clusters: [Int64] = []
        for _ in 0..<count {
            let moment: Int64
            if let cluster = clusters.randomElement(using: &random), random.chance(40) {
                moment = cluster + Int64.random(in: -400...400, using: &random)
            } else {
                moment = Int64.random(in: oldest...newest, using: &random)
                clusters.append(moment)
            }
            citizens[index].next += 1
            posts.append(
                ScriptedSource.Post(
                    id: "p\(citizens[index].next)", time: Timestamp(milliseconds: min(max(moment, oldest), newest)),
                    order: random.chance(50) ? 0 : Int64.random(in: 0...3, using: &random), text: "first"))
        }
        for post in posts {
            citizens[index].onTime[post.id] = post
        }
        citizens[index].source.add(posts)
    }

    // MARK: Living

    mutating func live() async throws {
        let index = Int.random(in: 0..<citizens.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<22:
            note("refresh")
            await end(engine.refresh())
        case 22..<50:
            guard let gap = await engine.snapshot.gaps.randomElement(using: &random) else { return }
            let amount: FillAmount =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .all
                case 1: .count(Int.random(in: 1...100, using: &random))
                case 2:
                    .until(
                        gap.timeframe.start.isFinite
                            ? gap.timeframe.start.advanced(by: .seconds(-Int.random(in: 1...900_000, using: &random)))
                            : lastRequest)
                default: .pool
                }
            let side: GapSide = random.chance(30) ? .older : .newer
            note("fill \(gap.id) \(gap.kind) from \(side), \(amount)")
            await end(engine.fill(gap.id, from: side, amount: amount))
        case 50..<62:
            let seconds = Int.random(in: 1...20_000, using: &random)
            note("\(seconds) s pass")
            time.advance(by: .milliseconds(seconds * 1000 + Int.random(in: 0...999, using: &random)))
            for index in citizens.indices {
                write(random.chance(70) ? Int.random(in: 0...20, using: &random) : 120, to: index)
            }
            lastRequest = time.now()
        case 62..<68:
            let isBroken = citizens[index].source.manner.fault != nil
            note("\(citizens[index].id) \(isBroken ? "heals" : "breaks")")
            citizens[index].source.manner.fault = isBroken ? nil : SupplierError(.refused, "Broken.")
        case 68..<72:
            note("the tokens of \(citizens[index].id) expire")
            citizens[index].source.expireTokens()
        case 72..<78:
            note("\(citizens[index].id) \(citizens[index].isInstalled ? "goes" : "comes")")
            if citizens[index].isInstalled {
                controlUnit.remove(citizens[index].id.rawValue)
            } else {
                controlUnit.add(citizens[index].supplier, for: citizens[index].id.rawValue)
            }
            citizens[index].isInstalled.toggle()
            try await watchChanges { await $0.engine.suppliersChanged() }
            return
        case 78..<84:
            guard let post = citizens[index].source.posts.randomElement(using: &random) else { return }
            note("\(post.id) of \(citizens[index].id) is edited")
            citizens[index].source.edit(post.id, text: "edited \(Int.random(in: 0...99, using: &random))")
        case 84..<88:
            guard let post = citizens[index].source.posts.randomElement(using: &random) else { return }
            note("\(post.id) of \(citizens[index].id) is deleted")
            citizens[index].source.delete(post.id)
            citizens[index].onTime[post.id] = nil
            citizens[index].backdated.remove(post.id)
        case 88..<92:
            let past = time.now().advanced(by: .seconds(-Int.random(in: 1...500_000, using: &random)))
            citizens[index].next += 1
            let post = ScriptedSource.Post(id: "late\(citizens[index].next)", time: past, text: "late")
            note("\(post.id) of \(citizens[index].id) appears at \(past.milliseconds)")
            citizens[index].source.add([post])
            citizens[index].backdated.insert(post.id)
        case 92..<96:
            note("restart")
            await engine.settle()
            engine = StandardEngine(controlUnit: controlUnit, store: store, time: time)
        default:
            note("refresh, cancelled")
            let fill = engine.refresh()
            engine.cancel(fill)
            await end(fill)
        }
    }

    private mutating func note(_ deed: String) {
        story.append(deed)
    }

    private mutating func end(_ fill: FillID) async {
        lastRequest = time.now()
        await engine.settle()
    }

    /// Heals everybody and fills until nothing is left that can be filled.
    mutating func complete() async throws {
        for index in citizens.indices {
            citizens[index].source.manner.fault = nil
        }
        // Longer than a supplier that keeps failing is ever left in peace.
        time.advance(by: .seconds(5_000))
        lastRequest = time.now()
        note("everybody heals; refresh; fill all")
        engine.refresh()
        await engine.settle()
        for _ in 0..<1000 {
            guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { return }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
        }
    }
}
