import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TestSupport
import Testing

@testable import ViewModels

@Suite("Other programs")
struct ProgramTests {
    private func browser(
        _ command: [String] = [], background: [String] = [], environment: [String: String] = ["DISPLAY": ":0"],
        exists: (String) -> Bool = { _ in true }
    ) -> BrowserChoice {
        BrowserChoice(
            settings: .standard.with([
                "browser.command": .words(command), "browser.background": .words(background),
            ]), environment: environment, system: "xdg-open", exists: exists)
    }

    private static let url = "https://a.example/?q=$(id)&x='%s'"

    @Test("The document of a ticket has no address and no medium that does not lead to the web")
    func foreignAddresses() {
        let ticket = Ticket(
            SourceItem(
                id: "1", orderTime: Fixture.now,
                body: TicketBody(title: "T", text: .plain("x"), link: "javascript:alert(1)")),
            of: "feed:a", seen: Fixture.now)
        let presentation = Presentation(
            title: "T", media: [Media(url: "javascript:alert(2)", kind: .image)], link: "file:///etc/passwd")
        let document = ItemDocument(of: ticket, shownAs: presentation, source: "Kerb", time: "now")
        #expect(document.url == nil && document.media.isEmpty && document.byline == "Kerb · now")
        let byline = Presentation.Byline(name: "Kerb")
        let named = ItemDocument(of: ticket, shownAs: Presentation(byline: byline), source: "Kerb", time: "now")
        #expect(named.byline == "Kerb · now", "the source is named once")
        for text in [document.markdown, document.html, document.plainText] {
            #expect(!text.contains("javascript:") && !text.contains("file:"), "\(text)")
        }
    }

    @Test("The browser of the settings gets the address as one argument, and the terminal if it needs it")
    func chosenBrowser() {
        let text = browser(["/usr/bin/w3m", "-cookie"]).program(for: Self.url)
        #expect(text.words == ["/usr/bin/w3m", "-cookie", Self.url])
        #expect(text.needsTerminal)
        #expect(!browser(["firefox"]).program(for: Self.url).needsTerminal)
    }

    @Test("$BROWSER lists programs, of which the first that exists is used; %s is the address")
    func browserOfEnvironment() {
        let environment = ["BROWSER": "none %s:lynx -accept_all_cookies '%s':w3m", "DISPLAY": ":0"]
        let program = browser(environment: environment) { $0 != "none" }.program(for: Self.url)
        #expect(program.words == ["lynx", "-accept_all_cookies", Self.url])
        #expect(program.needsTerminal)
        #expect(browser(["firefox"], environment: environment).program(for: Self.url).words.first == "firefox")
    }

    @Test("The player of the settings gets the address of a sound, in its window or on the terminal")
    func player() {
        func choice(_ command: [String], terminal: Bool = false) -> BrowserChoice {
            BrowserChoice(
                settings: .standard.with(["player.command": .words(command), "player.terminal": .flag(terminal)]),
                environment: ["DISPLAY": ":0"], system: "xdg-open", exists: { _ in true })
        }
        #expect(choice([]).player(for: Self.url) == nil)
        #expect(choice(["mpv", "--no-video"]).player(for: Self.url)?.words == ["mpv", "--no-video", Self.url])
        #expect(choice(["mpv"]).player(for: Self.url)?.needsTerminal == false)
        #expect(choice(["mpv"], terminal: true).player(for: Self.url)?.needsTerminal == true)
        #expect(choice(["mpv"]).player(for: "file:///etc/passwd") == nil)
    }

    @Test("Each program knows the setting that names another one")
    func settings() throws {
        let choice = BrowserChoice(
            settings: .standard.with(["player.command": .words(["mpv"]), "browser.background": .words(["ff"])]),
            environment: ["DISPLAY": ":0"], system: "xdg-open", exists: { _ in true })
        #expect(choice.program(for: Self.url).setting == "browser.command")
        #expect(try choice.backgroundProgram(for: Self.url).setting == "browser.background")
        #expect(choice.player(for: Self.url)?.setting == "player.command")
    }

    @Test("An item stays unread if the browser that opens it and marks it as read fails", arguments: [false, true])
    func failedBrowser(fails: Bool) async {
        let fixture = Fixture(browserFails: fails)
        fixture.track.commit([ticket(1, link: "https://a.example/1")])
        await fixture.start()
        await fixture.send(.ticket(.openAndMarkRead))
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == !fails)
        #expect(fixture.track.marks(of: ticket(1).id).isRead == !fails)
    }

    @Test("A browser that was open for long does not say at its end that a link is opened", arguments: [1, 60])
    func endOfBrowser(seconds: Int) async {
        let fixture = Fixture()
        fixture.track.commit([ticket(1, link: "https://a.example/1")])
        await fixture.start()
        fixture.browser.whileRunning { [time = fixture.time] in time.advance(by: .seconds(seconds)) }
        await fixture.send(.ticket(.openInBrowser))
        #expect(await fixture.browser.urls.count == 1)
        #expect(fixture.session.messages.history.contains { $0.text.hasPrefix("Opened") } == (seconds == 1))
    }

    @Test("Without a page an item opens its sound, which goes to the player; the links show what the file is")
    func podcast() async throws {
        func item(_ number: Int, link: String?) -> Ticket {
            let media = Media(
                url: "https://a.example/\(number).mp3", kind: .audio, type: "audio/mpeg", byteCount: 38_000_000,
                seconds: 2530)
            return Ticket(
                SourceItem(
                    id: String(number), orderTime: Fixture.now.advanced(by: .seconds(60 * number - 86_400)),
                    body: TicketBody(title: "Episode \(number)", text: .plain("Words."), link: link, media: [media])),
                of: "feed:a", seen: Fixture.now)
        }
        for hasPlayer in [false, true] {
            let fixture = Fixture(hasPlayer: hasPlayer)
            fixture.track.commit([item(2, link: nil), item(1, link: "https://a.example/1")])
            await fixture.start()
            await fixture.send(.ticket(.openInBrowser), .move(1), .ticket(.openInBrowser), .ticket(.play))
            let (opened, played) = (await fixture.browser.urls, await fixture.browser.playedURLs)
            let files = ["https://a.example/2.mp3", "https://a.example/1.mp3"]
            #expect(Set(hasPlayer ? played + opened : opened) == Set(files + ["https://a.example/1"]))
            #expect(Set(played) == Set(hasPlayer ? files : []))
        }
        let fixture = Fixture()
        fixture.track.commit([item(2, link: nil)])
        let links = LinksViewModel(ticket: TicketID(supplier: "feed:a", item: "2"), track: fixture.services.track)
        links.start()
        await fixture.session.activity.idle()
        #expect(links.state.rows?.map(\.details) == ["audio, 42 min, 38.0 MB"])
        #expect(links.state.rows?.map(\.text) == ["a.example/2.mp3"])
    }

    @Test("A command that uses the address of a file does not run on an item without one")
    func enclosureField() throws {
        let directory = try TemporaryDirectory()
        let text = "[[command]]\nname = \"get\"\nrun = [\"wget\", \"{enclosure}\", \"{enclosure-type}\"]\n"
        let file = try ConfigurationFile(path: directory.write(text, to: "config.toml"))
        let command = try #require(file.commands.first)
        let podcast = ItemFields([.enclosure: "https://a.example/e.mp3", .enclosureType: "audio/mpeg"])
        #expect(command.words(for: podcast) == ["wget", "https://a.example/e.mp3", "audio/mpeg"])
        #expect(command.missingAddress(in: podcast) == nil)
        #expect(command.missingAddress(in: ItemFields([.url: "https://a.example/"])) == .enclosure)
        #expect(ItemFields([.enclosure: "file:///etc/passwd"]).values[.enclosure]?.isEmpty == true)
    }

    @Test("Without a graphical screen the system's default gets the terminal")
    func textOnly() {
        #expect(browser(environment: [:]).program(for: Self.url).needsTerminal)
        #expect(!browser(environment: ["WAYLAND_DISPLAY": "w"]).program(for: Self.url).needsTerminal)
    }

    @Test("An address that is not of the web goes to the system's default")
    func otherSchemes() {
        #expect(browser(["w3m"]).program(for: "gemini://a.example").words == ["xdg-open", "gemini://a.example"])
    }

    @Test("The background takes the system's default in place of a browser that needs the terminal")
    func background() throws {
        #expect(try browser(["w3m"]).backgroundProgram(for: Self.url).words == ["xdg-open", Self.url])
        #expect(try browser(["w3m"], background: ["ff"]).backgroundProgram(for: Self.url).words == ["ff", Self.url])
        #expect(throws: SupplierError.self) {
            try browser(["w3m"], environment: [:]).backgroundProgram(for: Self.url)
        }
    }

    @Test("$VISUAL is asked before $EDITOR, and vi stands in for both")
    func editors() {
        #expect(EditorChoice(["VISUAL": "code --wait", "EDITOR": "nano"]).words == ["code", "--wait"])
        #expect(EditorChoice(["VISUAL": " ", "EDITOR": "nano"]).words == ["nano"])
        #expect(EditorChoice([:]).words == ["vi"])
    }

    @Test("Fields have no control characters, and only web addresses are addresses")
    func fields() {
        let fields = ItemFields([.title: "a\nb\u{1b}[31mc\u{0}\u{202e}", .url: "javascript:alert(1)"])
        #expect(fields.variables["FIBER_TITLE"] == "a bc")
        #expect(fields.variables["FIBER_URL"]?.isEmpty == true)
        #expect(fields.variables.count == ItemField.allCases.count)
        #expect(
            ItemFields([.title: String(repeating: "é", count: 1 << 20)]).variables["FIBER_TITLE"]?.utf8.count == 16384)
    }

    @Test(
        "The name of a file has no directory and begins with no dot or hyphen",
        arguments: [
            ("../../etc/passwd", "etc-passwd.md"), ("-rf", "rf.md"), ("", "item.md"), ("Größe: 3 €!", "Größe-3.md"),
        ])
    func fileNames(title: String, name: String) {
        #expect(ItemFileName.stem(for: title) + ".md" == name)
    }

    private static let document = ItemDocument(
        title: "1 < 2 & *3*", byline: "A", url: "https://a.example/x",
        body: StyledText(blocks: [
            .init(
                text: "See the <script> here",
                entities: [
                    .init(.strong, 4..<8), .init(.link, 8..<16, target: "https://b.example/(1)"),
                    .init(.link, 17..<21, target: "javascript:x"),
                ]),
            .init(text: "# no heading"),
            .init(kind: .preformatted, text: "```\nlet x"),
            .init(kind: .listItem(depth: 0, marker: "•"), text: "one"),
            .init(kind: .listItem(depth: 0, marker: "•"), text: "two"),
        ]))

    @Test("Markdown keeps roles, and escapes what the text would add")
    func markdown() {
        #expect(
            Self.document.markdown == """
                # 1 \\< 2 & \\*3\\*

                A

                <https://a.example/x>

                See **the** [\\<script\\>](https://b.example/%281%29) here

                \\# no heading

                ````
                ```
                let x
                ````

                - one
                - two

                """)
    }

    @Test("HTML has no markup of the text and no link outside the web")
    func html() {
        let html = Self.document.html
        #expect(html.contains("<h1><a href=\"https://a.example/x\">1 &lt; 2 &amp; *3*</a></h1>"))
        #expect(html.contains("<strong>the </strong><a href=\"https://b.example/(1)\">&lt;script&gt;</a> here</p>"))
        #expect(!html.contains("<script") && !html.contains("javascript"))
        #expect(html.contains("<pre>```\nlet x</pre>"))
    }

    @Test("An accent after a mark does not let it end an attribute of HTML or a target of Markdown")
    func accentedMarks() {
        let picture = Media(
            url: "https://a.example/x)\u{301}y", kind: .image, alternativeText: "x\"\u{301} onerror=alert(1)")
        let document = ItemDocument(title: nil, byline: "A", url: nil, body: StyledText(), media: [picture])
        #expect(document.html.contains("alt=\"x&quot;\u{301} onerror=alert(1)\">"))
        #expect(document.markdown.contains("(https://a.example/x%29\u{301}y)"))
    }

    @Test("Plain text has the title, the address and the blocks")
    func plainText() {
        #expect(
            Self.document.plainText == """
                1 < 2 & *3*
                A
                https://a.example/x

                See the <script> here

                # no heading

                ```
                let x

                • one
                • two

                """)
    }

    @Test("Work that waits for a program does not keep other work from settling")
    func settled() async {
        let activity = Activity()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        activity.runProgram { for await _ in ends { break } }
        activity.run {}
        await activity.settled()
        #expect(!activity.isIdle)
        end.yield()
        await activity.idle()
        #expect(activity.isIdle)
    }

    @Test(
        "Only addresses of readable places are passed to the browser",
        arguments: [
            ("https://example.org", true), ("HTTP://example.org", true), ("gemini://a.example", true),
            ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("https:example.org", false),
            ("--help", false), ("https://a.example/\nrm", false), ("https://a.example/ b", false), ("", false),
        ])
    func linkPolicy(url: String, allowed: Bool) {
        #expect(LinkPolicy.allows(url) == allowed)
    }
}
