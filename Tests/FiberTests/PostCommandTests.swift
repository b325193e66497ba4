import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Posting and acting in the built program")
struct PostCommandTests {
    private static let secret = "a-very-secret-token"
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Runs `body` signed in at a server with ten posts, whose home timeline was read.
    private func signedIn(
        _ software: FakeMastodon.Software = .mastodon, reads: Bool = true,
        _ body: (FakeMastodon) async throws -> Void
    ) async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeMastodon(server)
            fake.change { state in
                state.software = software
                state.tokens = [Self.secret]
                let now = Int64(Date().timeIntervalSince1970) * 1000
                state.now = now
                state.posts = (0..<10)
                    .map { index in
                        let time = now - 60_000 - Int64(index) * 60_000
                        return FakeMastodon.Post(
                            id: FakeMastodon.id(at: time, number: 10 - index), time: time, text: "Lap \(index)")
                    }
            }
            let added = try await home.shell(
                "printf '%s\\n' '\(Self.secret)' | fiber account add '\(fake.address)' --token -")
            try #require(added.status == 0, "\(added.errors)")
            if reads {
                try #require(try await home.fiber("add", "home").status == 0)
                try #require(try await home.fiber("refresh").status == 0)
            }
            try await body(fake)
        }
    }

    /// The ids of the tickets, newest first.
    private func tickets() async throws -> [String] {
        try await home.fiber("timeline", "--json", "--limit", "100").objects
            .filter { $0["type"] as? String == "ticket" }
            .compactMap { $0["id"] as? String }
    }

    @Test("A post is printed as its ticket, which is in the timeline at once and not doubled by a refresh")
    func post() async throws {
        try await signedIn { fake in
            let posted = try await home.fiber("post", "Lights out", "--visibility", "followers", "--warning", "Race")
            #expect(posted.status == 0, "\(posted.errors)")
            let ticket = posted.output.trimmingCharacters(in: .newlines)
            #expect(try await tickets().first == ticket)
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await tickets().count == 11)
            let sent = try #require(fake.present.sent.first)
            #expect(sent["status"] == "Lights out" && sent["visibility"] == "private" && sent["spoiler_text"] == "Race")
            let reply = try await home.shell("printf 'Two\\nlines\\n' | fiber post - --reply-to '\(ticket)' --json")
            #expect(reply.status == 0, "\(reply.errors)")
            #expect(try reply.objects.first?["state"] as? String == "done")
            #expect(fake.present.sent.last?["status"]?.hasSuffix("Two\nlines") == true)
            #expect(try await home.fiber("act", "delete", ticket).status == 0)
            #expect(try await !tickets().contains(ticket))
        }
    }

    @Test("A text that is too long is refused, or published as a thread of replies, each once")
    func thread() async throws {
        try await signedIn { fake in
            let sentences = (1...40).map { "This is sentence number \($0) of a long report." }
            let text = sentences.joined(separator: " ")
            let refused = try await home.fiber("post", text)
            #expect(refused.status == 1 && refused.errors.contains("--thread"), "\(refused.errors)")
            #expect(fake.present.sent.isEmpty)
            let posted = try await home.fiber("post", text, "--thread", "--warning", "Race", "--json")
            #expect(posted.status == 0, "\(posted.errors)")
            let sent = fake.present.sent
            #expect(sent.count == 4 && sent.allSatisfy { $0["spoiler_text"] == "Race" })
            #expect(sent.compactMap { $0["status"] }.joined(separator: " ") == text)
            #expect(sent.allSatisfy { ($0["status"]?.count ?? 0) <= 496 })
            let tickets = try posted.objects.compactMap { $0["ticket"] as? String }
            #expect(tickets.count == 4)
            let parents = sent.dropFirst().map { $0["in_reply_to_id"] ?? "" }
            #expect(sent[0]["in_reply_to_id"] == nil)
            #expect(zip(tickets, parents).allSatisfy { $0.hasSuffix($1) }, "\(tickets) \(parents)")
        }
    }

    @Test("--at lets the server publish a post later, and has to be far enough ahead")
    func scheduled() async throws {
        try await signedIn(reads: false) { fake in
            #expect(try await home.fiber("post", "Soon", "--at", "1min").status == 2)
            #expect(try await home.fiber("post", "Soon", "--at", "3h", "--thread").status == 2)
            let posted = try await home.fiber("post", "Later", "--at", "3h")
            #expect(posted.status == 0, "\(posted.errors)")
            #expect(fake.present.scheduled.map(\.text) == ["Later"] && fake.present.sent.isEmpty)
        }
    }

    @Test("All accounts of a linked person are followed at once, and one that no account reaches is named")
    func everywhere() async throws {
        try await signedIn(reads: false) { fake in
            let linked = try await home.fiber(
                "people", "link", "@pat@pit.example", "@kim@kerb.example", "hn:pat", "--name", "Pat Day")
            #expect(linked.status == 0, "\(linked.errors)")
            let followed = try await home.fiber("act", "follow", "pat day", "--everywhere")
            #expect(followed.status == 0 && followed.errors.contains("hn:pat was left out"), "\(followed)")
            #expect(fake.present.personActs == ["follow id-kim"], "Pat is followed already")
            #expect(followed.errors.contains("@pat@pit.example was left out: nothing changes there"), "\(followed)")
            #expect(try await home.fiber("act", "mute", "@kim@kerb.example", "--everywhere").status == 0)
            #expect(fake.present.personActs.count == 3)
            #expect(try await home.fiber("act", "mute", "pat day", "--everywhere").status == 0)
            #expect(fake.present.personActs.count == 3)
            #expect(try await home.fiber("act", "follow", "@else@pit.example", "--everywhere").status == 1)
            #expect(try await home.fiber("act", "like", "x", "--everywhere").status == 2)
        }
    }

    @Test("People are followed and muted by their handles, and an unknown handle is an error that names it")
    func people() async throws {
        try await signedIn { fake in
            #expect(try await home.fiber("act", "follow", "@pat").status == 0)
            #expect(try await home.fiber("act", "mute", "pat").status == 0)
            #expect(fake.present.personActs.count == 2)
            let unknown = try await home.fiber("act", "follow", "@nobody@elsewhere.example")
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("nobody"), "\(unknown.errors)")
        }
    }

    @Test("What is done offline in forty processes is delivered once each when the server is back")
    func offline() async throws {
        try await signedIn { fake in
            let ids = try await tickets()
            try #require(ids.count == 10)
            for (index, id) in ids.enumerated() {
                for arguments in [
                    ["act", "like", id], ["act", "boost", id], ["post", "--reply-to", id, "Reply \(index)"],
                    ["post", "Post \(index)"],
                ] {
                    // No connection can be made: nothing listens at the proxy.
                    let outcome = try await home.fiber(arguments, environment: ["http_proxy": "http://127.0.0.1:1"])
                    #expect(outcome.status == 1)
                    #expect(outcome.errors.contains("fiber outbox"), "\(outcome.errors)")
                }
            }
            #expect(try await home.fiber("outbox", "--json").objects.count == 40)
            #expect(fake.present.sent.isEmpty)
            let sent = try await home.fiber("outbox", "send", "--json")
            #expect(sent.status == 0, "\(sent.errors) \(sent.output)")
            let state = fake.present
            #expect(state.favourites.count == 10 && Set(state.favourites).count == 10)
            #expect(state.boosts.count == 10 && Set(state.boosts).count == 10)
            let texts = state.sent.compactMap { $0["status"] }
            #expect(texts.count == 20)
            #expect(texts.count { $0.hasPrefix("Post ") } == 10 && Set(texts).count == 20)
            #expect(try await home.fiber("outbox", "--json").output.isEmpty)
        }
    }

    @Test("A refused action is undone and says why; an uncertain post is shown and never sent again unasked")
    func refusedAndUncertain() async throws {
        try await signedIn(.goToSocial) { fake in
            let ticket = try #require(try await tickets().first)
            let item = try #require(ticket.split(separator: "/").last)
            fake.change { state in
                state.refusals["POST api/v1/statuses/\(item)/favourite"] = (422, "You are not allowed to")
                state.lostAnswers["POST api/v1/statuses"] = 1
            }
            let refused = try await home.fiber("act", "like", ticket)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("You are not allowed to"), "\(refused.errors)")
            let uncertain = try await home.fiber("post", "Once", "--json")
            #expect(uncertain.status == 1)
            #expect(try uncertain.objects.first?["state"] as? String == "uncertain")
            #expect(fake.present.sent.count == 1)
            let again = try await home.fiber("outbox", "send")
            #expect(again.status == 1)
            #expect(fake.present.sent.count == 1)
            let waiting = try await home.fiber("outbox", "--json")
            let id = try #require(try waiting.objects.first?["id"] as? String)
            #expect(try await home.fiber("outbox", "cancel", id).status == 0)
            #expect(try await home.fiber("outbox", "--json").output.isEmpty)
        }
    }

    @Test("A post that an open Fiber was sending when it was killed is not sent again, and is uncertain", .ownThread)
    func killedWhileSending() async throws {
        try await signedIn(.goToSocial) { fake in
            fake.change { $0.heldAnswers["POST api/v1/statuses"] = "never" }
            let terminal = try home.terminal()
            try terminal.wait(for: "Lap 0")
            async let posting = home.fiber("post", "Once")
            while fake.present.sent.isEmpty { await Task.yield() }
            terminal.signal(SIGKILL)
            _ = try terminal.waitForExit()
            let posted = try await posting
            #expect(posted.status == 1 && posted.errors.contains("ended before it said"), "\(posted)")
            #expect(fake.present.sent.count == 1)
            let waiting = try await home.fiber("outbox", "--json")
            let action = try #require(try waiting.objects.first)
            #expect(action["state"] as? String == "uncertain", "\(waiting.output)")
            fake.server.open("never")
            #expect(try await home.fiber("outbox", "cancel", try #require(action["id"] as? String)).status == 0)
            #expect(try await home.fiber("outbox", "--json").output.isEmpty)
            #expect(fake.present.sent.count == 1)
        }
    }

    @Test("A like that waits already is not said to be done, and a named action is sent without the others")
    func alreadyWaiting() async throws {
        try await signedIn(.goToSocial) { fake in
            let ticket = try #require(try await tickets().first)
            fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            let lost = try await home.fiber("post", "Once")
            #expect(lost.status == 1 && lost.errors.contains("“Once”"), "\(lost)")
            #expect(!lost.errors.contains("is sent with the next refresh"), "\(lost)")
            for _ in 0..<2 {
                let liked = try await home.fiber(
                    ["act", "like", ticket], environment: ["http_proxy": "http://127.0.0.1:1"])
                #expect(liked.status == 1 && liked.output.isEmpty, "\(liked)")
            }
            let listed = try await home.fiber("outbox", "--json").objects
            #expect(listed.count == 2)
            let id = try #require(listed.first { $0["state"] as? String == "retrying" }?["id"] as? String)
            let sent = try await home.fiber("outbox", "send", id)
            #expect(sent.status == 0, "\(sent)")
            #expect(fake.present.favourites.count == 1)
        }
    }

    @Test("A post whose answer is lost is repeated where the server recognises it, also if no timeline was ever read")
    func withoutTimeline() async throws {
        try await signedIn(reads: false) { fake in
            fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            let lost = try await home.fiber("post", "Once", "--json")
            #expect(lost.status == 1)
            #expect(try lost.objects.first?["state"] as? String == "retrying", "\(lost.output)")
            // Another process knows that the server may still be at work.
            let again = try await home.fiber("outbox", "send", "--json")
            #expect(try again.objects.first?["state"] as? String == "retrying", "\(again.output)")
            #expect(fake.present.sent.count == 1)
        }
    }

    @Test("Wrong usage is refused in words, and nothing is sent")
    func usage() async throws {
        let none = try await home.fiber("post", "Hello")
        #expect(none.status == 1)
        #expect(none.errors.contains("fiber account add"), "\(none.errors)")
        #expect(try await home.fiber("post").status == 2)
        #expect(try await home.fiber("post", "x", "--alt", "a").status == 2)
        #expect(try await home.fiber("act", "vote", "feed:a/1").status == 2)
        #expect(try await home.fiber("act", "like", "nothing").status == 1)
        #expect(try await home.fiber("outbox", "cancel", "nothing").status == 1)
    }

    @Test("The token is in no file but secrets.toml and in no output, whatever is posted or fails")
    func secrecy() async throws {
        try await signedIn { fake in
            let ticket = try #require(try await tickets().first)
            var seen = [try await home.fiber("post", "Hello", "--json"), try await home.fiber("act", "like", ticket)]
            fake.change { $0.isFailing = true }
            seen.append(try await home.fiber("post", "Later"))
            fake.change { state in
                state.isFailing = false
                state.tokens = []
            }
            for arguments in [["post", "Refused"], ["outbox"], ["outbox", "send"], ["doctor"]] {
                seen.append(try await home.fiber(arguments))
            }
            for outcome in seen { #expect(!(outcome.output + outcome.errors).contains(Self.secret)) }
            let files = try #require(FileManager.default.enumerator(atPath: home.path))
            for case let name as String in files where !name.hasSuffix("secrets.toml") {
                guard let contents = FileManager.default.contents(atPath: "\(home.path)/\(name)") else { continue }
                #expect(contents.range(of: Data(Self.secret.utf8)) == nil, "\(name)")
            }
        }
    }
}
