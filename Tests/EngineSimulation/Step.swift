/// The kinds of steps in a simulation, with their frequencies.
enum Step: CaseIterable {
    case refresh, fill, refreshAndCancel
    case timePasses, burst, breakOrRepair, tokensExpire
    case comeOrGo, pauseOrResume
    case edit, delete, writeLate, turnOver
    case mark, markDown, look
    case silence, overlap, lateDuring, abandon
    case clockSetBack
    case restart, kill

    private var weight: Int {
        switch self {
        case .refresh: 18
        case .fill: 26
        case .timePasses: 10
        case .breakOrRepair, .comeOrGo, .edit, .kill: 5
        case .writeLate, .overlap: 4
        case .refreshAndCancel, .tokensExpire, .pauseOrResume, .delete, .silence, .lateDuring, .restart, .look: 3
        case .burst, .mark, .turnOver: 2
        case .markDown, .abandon, .clockSetBack: 1
        }
    }

    private static let total = allCases.reduce(0) { $0 + $1.weight }

    static func random(using random: inout some RandomNumberGenerator) -> Step {
        var rest = Int.random(in: 0..<total, using: &random)
        for step in allCases {
            if rest < step.weight { return step }
            rest -= step.weight
        }
        return .refresh
    }
}
