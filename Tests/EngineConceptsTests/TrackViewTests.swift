import EngineConcepts
import FoundationBasics
import Testing

@Suite("Views of the Track")
struct TrackViewTests {
    @Test("The stored form of a view keeps the names of earlier versions")
    func stored() throws {
        let text = #"{"unreadOnly":true,"starredOnly":false,"folds":true}"#
        let view = try JSONDecoder().decode(TrackView.self, from: Data(text.utf8))
        #expect(view == TrackView(unreadOnly: true, foldsStories: true))
        #expect(try JSONDecoder().decode(TrackView.self, from: JSONEncoder().encode(view)) == view)
    }
}
