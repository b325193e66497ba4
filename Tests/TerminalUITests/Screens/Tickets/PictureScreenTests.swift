import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Pictures on the screen")
struct PictureScreenTests {
    private nonisolated static let red = Style(foreground: .rgb(0xff0000), background: .rgb(0x00ff00))

    /// A picture that fills its area.
    private nonisolated static func filled(_ request: PictureRequest) -> Result<Picture, PictureFailure> {
        let size = Size(width: request.size.columns, height: request.size.lines)
        return .success(
            Picture(
                CellPicture(
                    size: size,
                    cells: Array(repeating: CellPicture.Cell("#", red), count: size.width * size.height))))
    }

    /// The lines of the screen with a part of a picture, and the columns of the first.
    private func place(on fixture: AppFixture) -> (lines: [Int], columns: [Int]) {
        let buffer = fixture.terminal.frame?.buffer ?? CellBuffer(size: Size(width: 0, height: 0))
        func columns(_ y: Int) -> [Int] {
            buffer.bounds.columns.filter { buffer[$0, y].style.background == Self.red.background }
        }
        let lines = buffer.bounds.rows.filter { !columns($0).isEmpty }
        return (lines, lines.first.map(columns) ?? [])
    }

    @Test("A picture is drawn below its description in its declared size, and nothing moves when it arrives")
    func inTicket() async throws {
        let pictures = FakePictures(holds: true, Self.filled)
        let fixture = try AppFixture(width: 80, height: 60, pictures: pictures)
        await fixture.startWithScene()
        try fixture.terminal.press("j")
        try fixture.terminal.press("j")
        try fixture.terminal.press("j")
        try fixture.terminal.press("j")
        try fixture.terminal.press("enter")
        await pictures.wait(requests: 1)
        // 1600 × 900 pixels, cells twice as high as wide, at most 14 lines.
        #expect(pictures.requests.map(\.size) == [PictureSize(columns: 50, lines: 14)])
        await fixture.frame { $0.contains("Loading the picture") }
        let before = fixture.terminal.lines
        let words = try #require(before.firstIndex { $0.contains("The apex of turn nine") })
        #expect(before[words + 1].contains("▣ Loading the picture"))
        pictures.answer("https://kerb.example/nine.jpg")
        await fixture.app.idle()
        #expect(place(on: fixture).lines == Array(words + 1...words + 14))
        #expect(place(on: fixture).columns.count == 50)
        let after = fixture.terminal.lines
        // The first row gets the position of the ticket meanwhile.
        for y in before.indices.dropFirst() where !(words + 1...words + 14).contains(y) {
            #expect(after[y] == before[y])
        }
        try await fixture.end()
    }

    @Test("A picture of the text is drawn below its block, once, and not again among the media")
    func inText() async throws {
        let pictures = FakePictures(Self.filled)
        let fixture = try AppFixture(width: 80, height: 60, pictures: pictures)
        func block(_ text: String, shows address: String) -> StyledText.Block {
            StyledText.Block(text: text, entities: [StyledText.Entity(.image, 0..<text.utf8.count, target: address)])
        }
        let text = StyledText(blocks: [
            .init(text: "Before."), block("a flag", shows: "p"), .init(text: "After."),
            block("a flag again", shows: "p"),
        ])
        let media = [Media(url: "p", kind: .image, width: 400, height: 160, alternativeText: "a flag")]
        fixture.track.commit(
            [Scene.ticket("1", of: "feed:kerb", minutes: 4, TicketBody(title: "T", text: .styled(text), media: media))],
            gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press("enter")
        let lines = fixture.terminal.lines
        let flag = try #require(lines.firstIndex { $0.contains("a flag[1]") })
        #expect(place(on: fixture).lines == Array(flag + 1...flag + 10))
        #expect(lines.firstIndex { $0.contains("After.") } == flag + 12)
        #expect(pictures.requests.map(\.size) == [PictureSize(columns: 50, lines: 10)])
        try await fixture.end()
    }

    @Test("A picture that is partly scrolled out is clipped at the bars")
    func clipped() async throws {
        let pictures = FakePictures(Self.filled)
        let fixture = try AppFixture(width: 80, height: 24, pictures: pictures)
        await fixture.startWithScene()
        try await fixture.press("j j j j enter")
        try await fixture.press("G")
        let bottom = place(on: fixture).lines
        #expect(bottom.count == 14)
        try await fixture.press("k k k k k")
        #expect(place(on: fixture).lines == bottom.map { $0 + 5 }.filter { $0 < 23 })
        #expect(!fixture.terminal.lines[23].contains("#"))
        try await fixture.end()
    }

    @Test("A failed picture is its error above its whole description, and r retries")
    func failed() async throws {
        let pictures = FakePictures { request in
            request.again ? Self.filled(request) : .failure(PictureFailure("kerb.example has no picture there."))
        }
        let fixture = try AppFixture(width: 80, height: 60, pictures: pictures)
        await fixture.startWithScene()
        try await fixture.press("j j j j enter")
        let lines = fixture.terminal.lines
        let error = try #require(lines.firstIndex { $0.contains("has no picture there") })
        #expect(lines[error].contains("▣ kerb.example has no picture there.  r try again"), "\(lines[error])")
        #expect(lines[error + 1].contains("  The apex of turn nine from the marshal’s post"), "\(lines[error + 1])")
        #expect(!lines[error].contains("[2]"))
        try await fixture.press("r")
        #expect(place(on: fixture).lines == Array(error + 1...error + 14))
        let whole = fixture.terminal.lines
        // The lines below the error are now below the picture.
        #expect(Array(lines[(error + 2)..<(error + 8)]) == Array(whole[(error + 15)..<(error + 21)]))
        try await fixture.end()
    }

    @Test("The error of a picture takes one line, in a ticket and in the timeline")
    func failedAtLength() async throws {
        let cause = "kerb.example does not let others have its pictures."
        let pictures = FakePictures { _ in .failure(PictureFailure(.verbatim(cause))) }
        let fixture = try AppFixture(
            width: 80, height: 60, pictures: pictures, settings: ["images.show": .choice("timeline")])
        await fixture.startWithScene()
        func said() -> String { fixture.terminal.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
        try await fixture.press("j j j j enter")
        #expect(said().contains("others have its pictures."), "\(fixture.terminal.text)")
        try await fixture.press("q d")
        #expect(said().contains("▣ kerb.example does"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The line being read stays in place when a picture above it fails")
    func failedAbove() async throws {
        let pictures = FakePictures(holds: true) { _ in .failure(PictureFailure("Not there.")) }
        let fixture = try AppFixture(width: 80, height: 8, pictures: pictures)
        await fixture.startWithScene()
        try await fixture.press("j j j j enter")
        // Scrolls past the picture, which is loaded on the way.
        for _ in 0..<6 { try fixture.terminal.press("space") }
        await pictures.wait(requests: 1)
        try fixture.terminal.press("G")
        await fixture.frame { $0.contains("[3] https://kerb.example/turn-nine") && $0.contains("100 %") }
        let before = fixture.terminal.lines
        pictures.answer("https://kerb.example/nine.jpg")
        await fixture.app.idle()
        #expect(fixture.terminal.lines.dropLast() == before.dropLast())
        try await fixture.end()
    }

    @Test("i opens the picture viewer in full size with the description below, and q closes it")
    func viewer() async throws {
        let pictures = FakePictures(Self.filled)
        let fixture = try AppFixture(width: 80, height: 24, pictures: pictures)
        await fixture.startWithScene()
        try await fixture.press("j j j j i")
        #expect(place(on: fixture).lines == Array(1...19))
        #expect(place(on: fixture).columns == Array(0..<80))
        #expect(fixture.terminal.lines[0].contains("Why the kerb at turn nine decides qualifying"))
        #expect(fixture.terminal.lines[0].contains("1 of 1"))
        #expect(fixture.terminal.lines[20].contains("The apex of turn nine from the marshal’s post"))
        #expect(pictures.requests.last?.enlarges == true)
        try await fixture.press("o")
        #expect(await fixture.browser.urls == ["https://kerb.example/nine.jpg"])
        try await fixture.press("q")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("Keys typed right after i choose among the pictures")
    func typedAhead() async throws {
        let fixture = try AppFixture(pictures: FakePictures(Self.filled))
        fixture.track.setSuppliers(Scene.suppliers)
        let media = (1...3).map { Media(url: "https://kerb.example/\($0).jpg", kind: .image) }
        fixture.track.commit([
            Scene.ticket("album", of: "feed:kerb", minutes: 1, TicketBody(title: "Three kerbs", media: media))
        ])
        await fixture.start()
        await fixture.type("ijjo")
        #expect(fixture.terminal.lines[0].contains("3 of 3"), "\(fixture.terminal.text)")
        #expect(await fixture.browser.urls == ["https://kerb.example/3.jpg"])
        try await fixture.end()
    }

    @Test("The picture viewer fits the smallest screen, and does not open for a ticket without pictures")
    func smallViewer() async throws {
        let fixture = try AppFixture(width: 40, height: 10, pictures: FakePictures(Self.filled))
        await fixture.startWithScene()
        try await fixture.press("i")
        #expect(fixture.terminal.text.contains("This item has no pictures"))
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.press("j j j j i")
        #expect(place(on: fixture).lines == Array(1...7))
        try await fixture.end()
    }

    @Test("At the roomy density a single picture is drawn beside the text with its description below")
    func besideText() async throws {
        let pictures = FakePictures(holds: true, Self.filled)
        let fixture = try AppFixture(
            width: 100, height: 40, pictures: pictures, settings: ["images.show": .choice("timeline")])
        await fixture.startWithScene()
        try fixture.terminal.press("d")
        await pictures.wait(requests: 1)
        await fixture.frame { $0.contains("Loading the picture") }
        let before = fixture.terminal.lines
        let words = try #require(before.firstIndex { $0.contains("▣ The apex of turn nine from the marshal’s post") })
        pictures.answer("https://kerb.example/nine.jpg")
        await fixture.app.idle()
        let (lines, columns) = place(on: fixture)
        #expect(lines == Array(words - 7..<words))
        #expect(columns.count == 25)
        let after = fixture.terminal.lines
        for y in before.indices where !lines.contains(y) { #expect(after[y] == before[y]) }
        // The text leaves the area of the picture free.
        for y in lines.dropFirst() {
            let line = Array(before[y])
            #expect(line.count <= columns[0] || line[columns[0]...].allSatisfy { $0 == " " }, "\(before[y])")
        }
        try await fixture.end()
    }

    @Test("Several pictures are drawn side by side below the text, as many as fit")
    func severalInRow() async throws {
        let pictures = FakePictures(Self.filled)
        let fixture = try AppFixture(
            width: 82, height: 40, pictures: pictures, settings: ["images.show": .choice("timeline")])
        let media = (1...5)
            .map { Media(url: "p\($0)", kind: .image, width: 800, height: 600, alternativeText: "no. \($0)") }
        let body = TicketBody(text: .plain("Five of them."), author: Author(id: "a", name: "Author"), media: media)
        fixture.track.commit(
            [Scene.ticket("1", of: "mastodon:home", minutes: 4, body)], gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press("d")
        let (lines, columns) = place(on: fixture)
        #expect(lines.count == 6)
        // 16 columns each with two between them; a fifth one would not fit.
        #expect(pictures.requests.map(\.size) == Array(repeating: PictureSize(columns: 16, lines: 6), count: 4))
        #expect(columns.count == 64 && columns.last.map { $0 - columns[0] } == 64 + 6 - 1)
        #expect(fixture.terminal.text.contains("▣ no. 1 · no. 2 · no. 3 · no. 4 · no. 5"))
        try await fixture.end()
    }

    @Test("The setting for pictures applies at once and is stored")
    func setting() async throws {
        let pictures = FakePictures(Self.filled)
        let fixture = try AppFixture(width: 100, height: 40, pictures: pictures)
        await fixture.startWithScene()
        try await fixture.press("d")
        #expect(place(on: fixture).lines.isEmpty)
        let index = try #require(Setting.all.firstIndex { $0.name == "images.show" })
        let downToPictures = Array(repeating: "j", count: index).joined(separator: " ")
        try await fixture.press(", \(downToPictures) enter q")
        #expect(place(on: fixture).lines.count == 7)
        try await fixture.press(", \(downToPictures) enter q")
        #expect(place(on: fixture).lines.isEmpty)
        await fixture.services.track.flush()
        let kept = try SettingChoices(text: try #require(fixture.track.settings["settings"]))
        #expect(kept.values["images.show"] == .choice("never"))
        try await fixture.end()
    }

    @Test("The timeline requests no pictures at other densities or if the setting disables them")
    func noneInTimeline() async throws {
        for (use, keys) in [(PictureUse.timeline, "d d"), (.ticket, "d"), (.never, "d")] {
            let pictures = FakePictures(Self.filled)
            let fixture = try AppFixture(
                width: 80, height: 40, pictures: pictures, settings: ["images.show": .choice(use.rawValue)])
            await fixture.startWithScene()
            try await fixture.press(use == .timeline ? "j" : keys)
            #expect(pictures.requests.isEmpty)
            try await fixture.end()
        }
    }
}
