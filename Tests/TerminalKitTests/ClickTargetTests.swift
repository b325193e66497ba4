import Testing

@testable import TerminalKit

@Suite("Targets of clicks")
struct ClickTargetTests {
    @Test("Every target that a style can store comes back as it was")
    func roundTrip() {
        let keys =
            Key.Name.allCases.map(Key.named) + "aZ?ñ é".map(Key.character)
            + [.control("t"), .alt("p"), Key(.named(.tab), .shift), Key(.function(12))]
        let targets: [ClickTarget] =
            [.link(1), .link(0x3fff), .row(0), .row(0x2fff), .tab(0), .tab(0xfff)] + keys.map(ClickTarget.press)
        for target in targets {
            #expect(Style.plain.clicked(target).target == target, "\(target)")
        }
    }

    @Test(
        "A target without a number leaves the cell without one",
        arguments: [
            ClickTarget.link(0), .link(0x4000), .row(-1), .row(0x3000), .tab(0x1000), .press(.character("字")),
        ])
    func withoutNumber(_ target: ClickTarget) {
        #expect(Style.plain.clicked(target).target == nil)
    }

    @Test("Only links are hyperlinks, and only they stay below another screen")
    func hyperlinks() {
        var buffer = CellBuffer(size: Size(width: 3, height: 1))
        for (x, target) in [ClickTarget.link(7), .row(2), .press(.character("q"))].enumerated() {
            buffer.put("x", at: Point(x: x, y: 0), style: .plain.clicked(target))
        }
        #expect((0..<3).map { buffer[$0, 0].style.hyperlink } == [7, 0, 0])
        buffer.removeTargets()
        #expect((0..<3).map { buffer[$0, 0].style.target } == [.link(7), nil, nil])
    }
}
