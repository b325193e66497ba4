import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("The list on the screen of sources")
struct ListedSourcesTests {
    private func listed(_ names: String...) -> ListedSources {
        var list = ListedSources()
        list.sources = names.map { SourceDescription(id: SupplierID($0), address: $0, name: $0) }
        makeRows(of: &list)
        return list
    }

    private func makeRows(of list: inout ListedSources) {
        let builder = SourceRowBuilder(texts: Fixture().session.texts, now: Fixture.now)
        list.makeRows(by: builder, dismissed: DismissedGaps())
    }

    @Test("A source that has moved to the address of another one says so, and the other does not")
    func moved() {
        var list = ListedSources()
        list.sources = [
            SourceDescription(id: "feed:old", address: "https://a.example/old", name: "Old"),
            SourceDescription(id: "feed:new", address: "https://a.example/new", name: "New"),
        ]
        var old = sourceStatus("feed:old", .healthy)
        old.sourceAddress = "https://A.example/new"
        list.set([old, sourceStatus("feed:new", .healthy)])
        makeRows(of: &list)
        #expect(
            list.rows?.map(\.detail) == [
                "moved permanently to the address of New, so its items appear twice", nil,
            ])
    }

    @Test("A source with a fault in its entry is off, for that reason")
    func off() {
        var list = ListedSources()
        list.sources = [SourceDescription(id: "feed:a", address: "nonsense", name: "A")]
        list.sources[0].fault = .verbatim("It is no address.")
        list.set([sourceStatus("feed:a", .notAsked)])
        makeRows(of: &list)
        #expect(list.rows?.first?.last == "off" && list.rows?.first?.detail == "It is no address.")
        #expect(list.rows?.first?.health == .failed && list.rows?.first?.next == nil)
    }

    @Test("A source that answers with an older version than before says since when")
    func outdated() {
        var list = ListedSources()
        list.sources = [SourceDescription(id: "feed:a", address: "https://a.example/feed", name: "A")]
        let since = Fixture.now.advanced(by: .seconds(-3600))
        var status = sourceStatus("feed:a", .healthy)
        status.outdatedSince = since
        list.set([status])
        makeRows(of: &list)
        let time = Fixture().session.texts.moment(since, at: Fixture.now)
        #expect(list.rows?.first?.detail == "older version than before since \(time), perhaps from a cache")
    }

    @Test("A restored source gets the cursor as soon as the filter shows it")
    func returning() {
        var list = listed("alpha", "beta", "gamma")
        list.returning = "gamma"
        list.filter(by: "alpha")
        #expect(list.current?.id == "alpha" && list.rows?.count == 1)
        list.filter(by: "")
        #expect(list.current?.id == "gamma" && list.returning == nil)
    }

    @Test("A source is moved within the ends of the list, and the cursor stays on it")
    func reordering() {
        var list = listed("alpha", "beta")
        let place = list.reorder(by: 9)
        makeRows(of: &list)
        #expect(place == 1 && list.sources.map(\.id) == ["beta", "alpha"])
        #expect(list.current?.id == "alpha")
        let further = list.reorder(by: 1)
        #expect(further == nil)
    }

    @Test("In a filtered list a source is moved beyond the next one that is visible")
    func reorderingFiltered() {
        var list = listed("alpha one", "beta", "gamma", "delta one", "epsilon")
        list.filter(by: "one")
        let down = list.reorder(by: 1)
        makeRows(of: &list)
        #expect(down == 3 && list.sources.map(\.name) == ["beta", "gamma", "delta one", "alpha one", "epsilon"])
        #expect(list.current?.name == "alpha one" && list.cursor == 1)
        let up = list.reorder(by: -1)
        #expect(up == 2 && list.sources.map(\.name) == ["beta", "gamma", "alpha one", "delta one", "epsilon"])
    }

    @Test("Nothing is counted, moved or filtered before the rows are made")
    func loading() {
        var list = ListedSources()
        list.filter(by: "alpha")
        list.move(by: 1)
        #expect(list.search.isEmpty && list.cursor == 0 && list.health == nil && list.current == nil)
    }
}
