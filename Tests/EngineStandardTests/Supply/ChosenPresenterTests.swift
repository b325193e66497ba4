import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("The presenter of a supplier", .timeLimit(.minutes(30)))
struct ChosenPresenterTests {
    private struct Capitals: Presenter {
        func present(_ ticket: Ticket) -> Presentation { Presentation(title: "CAPITALS") }
    }

    @Test("A chosen presenter replaces the supplier's own until the supplier is added without one")
    func chosen() async {
        let time = ManualTimeSource(Timestamp(seconds: 1_800_000_000))
        let supplier = ScriptedSupplier("a", ScriptedSource(), time: time)
        let unit = ModularControlUnit(time: time)
        let engine = StandardEngine(controlUnit: unit, store: MemoryTrackStore(), time: time)
        for (presenter, isChosen) in [(Capitals(), true), (nil, false)] as [(Capitals?, Bool)] {
            unit.add(supplier, for: "a", presenter: presenter)
            await engine.suppliersChanged()
            #expect(await engine.presenter(for: supplier.id) is Capitals == isChosen)
            #expect(unit.supplier(for: "a") is ScriptedSupplier)
        }
    }
}
