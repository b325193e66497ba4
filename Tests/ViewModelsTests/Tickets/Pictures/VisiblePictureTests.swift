import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Pictures")
struct VisiblePictureTests {
    @Test("The visible line stays the same when areas of pictures above it are removed and restored")
    func givenUpPlaces() {
        func box(_ address: String, _ line: Int) -> PictureBox {
            PictureBox(address: address, line: line, column: 0, size: PictureSize(columns: 20, lines: 10))
        }
        // Lines 0–4 are text, 5–14 a, 15 text, 16–25 b, 26 text, 27–36 c; then a and c take one line each.
        let all = [box("a", 5), box("b", 16), box("c", 27)]
        let some = [box("b", 7)]
        for (line, new) in [(0, 0), (4, 4), (5, 5), (9, 5), (15, 6), (16, 7), (20, 11), (26, 17), (27, 18), (40, 22)] {
            #expect(PictureBox.line(line, before: all, after: some) == new, "line \(line)")
        }
        for (line, new) in [(4, 4), (5, 5), (6, 15), (7, 16), (17, 26), (18, 27), (19, 37)] {
            #expect(PictureBox.line(line, before: some, after: all) == new, "line \(line)")
        }
    }

    /// A heading of ten lines, then ten lines for each picture.
    private final class TenLinesEach: TicketMeasuring {
        func lines(of content: TicketContent, width: Int, raw: Bool) -> Int { 10 + content.pictures.count * 10 }
        func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] {
            content.pictures.enumerated()
                .map { index, picture in
                    PictureBox(
                        address: picture.address, line: 10 + index * 10, column: 0,
                        size: PictureSize(columns: width / 2, lines: 10))
                }
        }
    }

    private let size = PictureSize(columns: 40, lines: 10)

    private func fixture(_ pictures: FakePictures?, _ bodies: TicketBody...) -> Fixture {
        let fixture = Fixture()
        fixture.session.pictureLoader = pictures
        fixture.session.settings.choose(.choice(PictureUse.ticket.rawValue), of: "images.show")
        fixture.track.commit(
            bodies.enumerated()
                .map { index, body in
                    Ticket(key: ticket(index).key, shownTime: ticket(index).shownTime, body: body)
                })
        return fixture
    }

    private func body(_ media: [String], warning: String? = nil) -> TicketBody {
        TicketBody(
            text: .plain("Text"),
            media: media.map { Media(url: $0, kind: .image, alternativeText: "alt of \($0)") }, contentWarning: warning)
    }

    /// Opens a ticket; work keeps running if pictures are held.
    private func open(_ number: Int, in fixture: Fixture) -> TicketViewModel {
        let model = TicketViewModel(
            ticket: ticket(number).id, view: .all, track: fixture.services.track,
            measure: TenLinesEach())
        model.send(.resize(width: 80, height: 20))
        model.start()
        return model
    }

    private func key(_ address: String, of number: Int = 0) -> PictureKey {
        PictureKey(ticket: ticket(number).id, address: address, size: size)
    }

    @Test("Visible pictures are requested first, those of the next page are prefetched, and no others")
    func lanes() async {
        let pictures = FakePictures { .success(Picture($0.address)) }
        let fixture = fixture(pictures, body(["p0", "p1", "p2", "p3", "p4"]))
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        #expect(pictures.requests.filter(\.isSeen).map(\.address) == ["p0"])
        #expect(pictures.requests.filter { !$0.isSeen }.map(\.address) == ["p1", "p2"])
        #expect(pictures.requests.allSatisfy { $0.size == size && !$0.enlarges && !$0.again })
        guard case .shown(let picture) = model.state.pictures[key("p0")] else {
            Issue.record("not shown: \(model.state.pictures)")
            return
        }
        #expect(picture.content as? String == "p0")
        model.send(.scroll(.lines(20)))
        await fixture.session.activity.idle()
        #expect(pictures.requests.map(\.address).count { $0 == "p1" } == 1)
        #expect(Set(pictures.requests.map(\.address)) == ["p0", "p1", "p2", "p3", "p4"])
    }

    @Test("A picture that arrives after scrolling on is not shown, and its load was cancelled")
    func late() async {
        let pictures = FakePictures(holds: true) { .success(Picture($0.address)) }
        let fixture = fixture(pictures, body(["old"]), body(["new"]))
        let model = open(1, in: fixture)
        await pictures.wait(requests: 1)
        #expect(model.state.pictures == [key("new", of: 1): .loading])
        model.send(.neighbour(.older))
        await pictures.wait(requests: 2, cancellations: 1)
        #expect(pictures.cancelled == ["new"])
        pictures.answer("new")
        pictures.answer("old")
        await fixture.session.activity.idle()
        #expect(Array(model.state.pictures.keys) == [key("old", of: 0)])
    }

    @Test("A prefetched picture that becomes visible is requested with a higher priority")
    func promotion() async {
        let pictures = FakePictures(holds: true) { .success(Picture($0.address)) }
        let fixture = fixture(pictures, body(["p0", "p1"]))
        let model = open(0, in: fixture)
        await pictures.wait(requests: 2)
        model.send(.scroll(.lines(8)))
        await pictures.wait(requests: 3)
        #expect(pictures.requests.last?.address == "p1")
        #expect(pictures.requests.last?.isSeen == true)
        for address in ["p0", "p1"] { pictures.answer(address) }
        await fixture.session.activity.idle()
        #expect(model.state.pictures.values.allSatisfy { if case .shown = $0 { true } else { false } })
        #expect(model.state.pictures.count == 2)
    }

    @Test("The error of a picture is shown in its place, and the picture can be retried")
    func failure() async {
        let pictures = FakePictures { $0.again ? .success(Picture("there")) : .failure(PictureFailure("no answer")) }
        let fixture = fixture(pictures, body(["p0"]))
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        #expect(model.state.pictures == [key("p0"): .failed("no answer")])
        model.send(.scroll(.lines(1)))
        await fixture.session.activity.idle()
        #expect(pictures.requests.count == 1)
        model.send(.retry)
        await fixture.session.activity.idle()
        guard case .shown = model.state.pictures[key("p0")] else {
            Issue.record("not shown: \(model.state.pictures)")
            return
        }
    }

    @Test("No pictures are loaded below a content warning until it is opened")
    func warning() async {
        let pictures = FakePictures { .success(Picture($0.address)) }
        let fixture = fixture(pictures, body(["p0"], warning: "result"))
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        var outputs: [TicketOutput] = []
        model.onOutput = { outputs.append($0) }
        model.send(.ticket(.show(.pictures)))
        #expect(pictures.requests.isEmpty && outputs.isEmpty)
        model.send(.toggleWarning)
        await fixture.session.activity.idle()
        #expect(pictures.requests.map(\.address) == ["p0"])
        model.send(.ticket(.show(.pictures)))
        #expect(fixture.session.activity.holdsInput, "keys wait for the viewer")
        await fixture.session.activity.idle()
        #expect(!fixture.session.activity.holdsInput)
        #expect(outputs == [.show(.pictures, ticket(0).id)])
    }

    @Test("A closed item loads no pictures again, whatever changes afterwards")
    func closed() async {
        let pictures = FakePictures { .success(Picture($0.address)) }
        let fixture = fixture(pictures, body(["p0"]))
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        model.stop()
        fixture.services.track.marks.set([ticket(0).id], MarkChange(starred: true))
        await fixture.session.activity.idle()
        #expect(pictures.requests.map(\.address) == ["p0"])
    }

    @Test("The viewer of an item without media does not open, and a message says why")
    func noMedia() async {
        let fixture = fixture(nil, body([]))
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        var outputs: [TicketOutput] = []
        model.onOutput = { outputs.append($0) }
        model.send(.ticket(.show(.pictures)))
        await fixture.session.activity.idle()
        #expect(outputs.isEmpty)
        #expect(fixture.session.messages.toast?.text.hasPrefix("This item has no pictures") == true)
    }

    @Test("No pictures are loaded if none are drawn", arguments: [PictureUse.never, .ticket])
    func off(use: PictureUse) async {
        let pictures = FakePictures { .success(Picture($0.address)) }
        let fixture = fixture(use == .never ? pictures : nil, body(["p0"]))
        fixture.session.settings.choose(.choice(use.rawValue), of: "images.show")
        let model = open(0, in: fixture)
        await fixture.session.activity.idle()
        #expect(model.state.content?.pictures.isEmpty == true)
        #expect(model.state.content?.media.count == 1)
        let viewer = PictureViewModel(ticket: ticket(0).id, track: fixture.services.track)
        viewer.start()
        await fixture.session.activity.idle()
        #expect(pictures.requests.isEmpty)
        #expect(viewer.state.caption == "alt of p0")
        guard case .notice = viewer.state.body else {
            Issue.record("no notice: \(viewer.state)")
            return
        }
    }

    @Test("Pictures of the text come first, without duplicates, and with the dimensions declared in the media")
    func listing() {
        let words = "Before a car after"
        let block = StyledText.Block(
            text: words,
            entities: [StyledText.Entity(.image, 7..<12, target: "a"), StyledText.Entity(.image, 0..<6, target: "b")])
        let all = TicketPicture.all(
            of: Presentation(
                body: StyledText(blocks: [block]),
                media: [
                    Media(url: "c", kind: .video), Media(url: "b", kind: .image, width: 800, height: 600),
                    Media(url: "c", kind: .video),
                ]))
        #expect(all.map(\.address) == ["a", "b", "c"])
        #expect(all.map(\.alternativeText) == ["a car", nil, nil])
        #expect(all[1].width == 800 && all[2].kind == .video)
    }

    @Test("The viewer goes through the pictures, stops at both ends and prefetches the neighbours")
    func viewer() async {
        let pictures = FakePictures { .success(Picture($0.address)) }
        var body = body(["p0", "p1", "p2"])
        body.media.append(Media(url: "https://v.example/v", kind: .video))
        let fixture = fixture(pictures, body)
        let viewer = PictureViewModel(ticket: ticket(0).id, track: fixture.services.track)
        viewer.send(.resize(size))
        viewer.start()
        await fixture.session.activity.idle()
        #expect(viewer.state.position == "1 of 4" && viewer.state.caption == "alt of p0")
        #expect(pictures.requests.first == PictureRequest(address: "p0", size: size, enlarges: true))
        #expect(pictures.requests.map(\.address) == ["p0", "p1"])
        viewer.send(.move(-5))
        #expect(viewer.state.position == "1 of 4")
        viewer.send(.move(1))
        await fixture.session.activity.idle()
        guard case .content(let picture) = viewer.state.body else {
            Issue.record("no picture: \(viewer.state)")
            return
        }
        #expect(picture.content as? String == "p1")
        viewer.send(.move(100))
        await fixture.session.activity.idle()
        #expect(viewer.state.position == "4 of 4" && viewer.state.caption == "no description")
        guard case .notice(let title, _) = viewer.state.body else {
            Issue.record("no notice: \(viewer.state)")
            return
        }
        #expect(title == "video")
        viewer.send(.openInBrowser)
        await fixture.session.activity.idle()
        #expect(await fixture.browser.urls == ["https://v.example/v"])
    }
}
