import EngineConcepts
import Foundation
import ScenarioServer
import Storage
import TerminalTestSupport
import Testing

@Suite("Posting and acting in the built program")
struct PostCommandTests {
    private static let secret = "a-very-secret-token"
    private let home: Home

    init() throws { home = try Home() }

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
                state.beginNow(posts: 10)
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

    @Test("A post is printed as its ticket, which is in the timeline at once and not doubled by a refresh")
    func post() async throws {
        try await signedIn { fake in
            let posted = try await home.fiber("post", "Lights out", "--visibility", "followers", "--warning", "Race")
            #expect(posted.status == 0, "\(posted.errors)")
            let ticket = posted.output.trimmingCharacters(in: .newlines)
            #expect(try await home.tickets().first == ticket)
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.tickets().count == 11)
            let sent = try #require(fake.present.sent.first)
            #expect(sent["status"] == "Lights out" && sent["visibility"] == "private" && sent["spoiler_text"] == "Race")
            let reply = try await home.shell("printf 'Two\\nlines\\n' | fiber post - --reply-to '\(ticket)' --json")
            #expect(reply.status == 0, "\(reply.errors)")
            #expect(try reply.objects.first?["state"] as? String == "done")
            #expect(fake.present.sent.last?["status"]?.hasSuffix("Two\nlines") == true)
            #expect(try await home.fiber("act", "delete", ticket).status == 0)
            #expect(try await !home.tickets().contains(ticket))
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
            #expect(posted.output.hasPrefix("later-0  "), "\(posted.output)")
            let json = try await home.fiber("post", "Much later", "--at", "2100-01-02T03:04:05Z", "--json")
            #expect(try json.objects.first?["scheduled"] as? String == "later-1", "\(json.output)")
            #expect(try json.objects.first?["scheduledTime"] as? String == "2100-01-02T03:04:05Z")
        }
    }

    @Test("A time of day that has passed is that of tomorrow, and the confirmation says so")
    func scheduledTomorrow() async throws {
        try await signedIn(reads: false) { _ in
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            var (time, output) = ("", "")
            var before: Date
            repeat {
                // A minute ago is no longer ahead today, unless another day begins meanwhile.
                before = Date().addingTimeInterval(-60)
                let clock = calendar.dateComponents([.hour, .minute], from: before)
                time = String(format: "%02d:%02d", clock.hour ?? 0, clock.minute ?? 0)
                output = try await home.fiber("post", "Later", "--at", time).output
            } while !calendar.isDate(before, inSameDayAs: Date())
            #expect(output.contains("\(time) (tomorrow)"), "\(output)")
        }
    }

    @Test(
        "Scheduled posts are listed and cancelled by their ids, and a cancelled one is a draft with all but its media")
    func scheduledList() async throws {
        try await signedIn(reads: false) { fake in
            let none = try await home.fiber("scheduled")
            #expect(none.status == 0 && none.errors.contains("No post is scheduled."), "\(none)")
            let at = ["--at", "2100-01-02T03:04:05Z"]
            let arguments = ["post", "Later", "--visibility", "followers", "--warning", "Race"]
            #expect(try await home.fiber(arguments + at).status == 0)
            let listed = try await home.fiber("scheduled")
            #expect(listed.output.hasPrefix("later-0  ") && listed.output.contains("2 Jan 2100"), "\(listed.output)")
            let object = try #require(try await home.fiber("scheduled", "list", "--json").objects.first)
            #expect(object["id"] as? String == "later-0" && object["time"] as? String == "2100-01-02T03:04:05Z")
            #expect(object["visibility"] as? String == "followers" && object["warning"] as? String == "Race")
            let cancelled = try await home.fiber("scheduled", "cancel", "later-0")
            #expect(cancelled.status == 0 && cancelled.output.contains(":drafts in Fiber"), "\(cancelled)")
            #expect(fake.present.scheduled.isEmpty)
            let draft = try #require(try await drafts().first).post
            #expect(draft["text"] as? String == "Later" && draft["visibility"] as? String == "followers")
            #expect(draft["contentWarning"] as? String == "Race")
            let again = try await home.fiber("scheduled", "cancel", "later-0")
            #expect(again.status == 1 && again.errors.contains("published, or was cancelled"), "\(again)")
            #expect(try await self.drafts().count == 1)
        }
    }

    @Test("A scheduled post has its id also if the server's list has its text without doubled blanks")
    func scheduledBlanks() async throws {
        try await signedIn(reads: false) { fake in
            let post = try await home.fiber("post", "Two  blanks ", "--at", "2100-01-02T03:04:05Z", "--json")
            #expect(try post.objects.first?["scheduled"] as? String == "later-0", "\(post)")
            #expect(fake.present.scheduled.map(\.text) == ["Two  blanks "])
        }
    }

    /// The posts of the stored drafts, with the reasons why they are not published.
    private func drafts() async throws -> [(post: [String: Any], hasReason: Bool)] {
        let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
        let stored = try await store.settings(beginningWith: "draft.")
        try await store.close()
        return try stored.values.map { text in
            let draft = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            return (draft["post"] as? [String: Any] ?? [:], draft["reason"] != nil)
        }
    }

    @Test("The rest of a thread that a server refuses during a refresh is a draft, and the refresh says so")
    func refusedRest() async throws {
        try await signedIn { fake in
            let single = try await home.fiber("post", "Single", "--json")
            let name = try #require(try single.objects.first?["action"] as? String)
            var thread = PostDraft("One", contentWarning: "Race")
            thread.continuation = [" two", " three"]
            let action = PendingAction(
                id: ActionID("a"),
                request: .account(.post(thread), AccountID(String(name.dropFirst("post by ".count)))),
                requestedAt: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1000), repetition: .safe)
            let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
            try await store.apply([.append(action)])
            try await store.close()
            fake.change { state in
                state.refusals["POST api/v1/statuses"] = (422, "No more today")
                state.acceptedFirst["POST api/v1/statuses"] = 1
            }
            let refresh = try await home.fiber("refresh")
            #expect(refresh.errors.contains("1 sent, 1 refused, 0 waiting"), "\(refresh.errors)")
            #expect(refresh.errors.contains(":drafts in Fiber lists it"), "\(refresh.errors)")
            #expect(fake.present.sent.compactMap { $0["status"] } == ["Single", "One"])
            let draft = try #require(try await drafts().first)
            #expect(draft.post["text"] as? String == "two three" && draft.hasReason)
            #expect(draft.post["contentWarning"] as? String == "Race" && draft.post["inReplyTo"] != nil)
        }
    }

    @Test("A post that was handed on when Fiber was killed is not a draft any more", .ownThread)
    func killedAfterSending() async throws {
        try await signedIn { fake in
            try home.write("[posting]\nundo-seconds = 0\n", to: ".config/fiber/config.toml")
            let terminal = try home.terminal()
            try terminal.wait(for: "Lap 0")
            try terminal.type("P")
            try terminal.wait(for: "Write your post here.")
            try terminal.type("Once and never again")
            try terminal.wait(for: "Once and never again")
            try terminal.type("\u{13}")
            await fake.wait { !$0.sent.isEmpty }
            terminal.signal(SIGKILL)
            _ = try terminal.waitForExit()
            #expect(try await drafts().isEmpty)
            _ = try await home.fiber("outbox", "send")
            #expect(fake.present.sent.count == 1)
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
            let ids = try await home.tickets()
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
            let ticket = try #require(try await home.tickets().first)
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
            let advice = "`fiber outbox send ID` sends it again, `fiber outbox cancel ID` cancels it."
            #expect(again.errors.contains(advice) && again.errors.contains("is uncertain ("), "\(again)")
            #expect(try await home.fiber("outbox").errors.contains(advice))
            #expect(try await home.fiber("refresh").errors.contains(advice))
            let waiting = try await home.fiber("outbox", "--json")
            let id = try #require(try waiting.objects.first?["id"] as? String)
            #expect(try await home.fiber("outbox", "cancel", id).status == 0)
            #expect(try await home.fiber("outbox", "--json").output.isEmpty)
        }
    }

    @Test("A post that Mastodon answers with an error of its own waits to be sent again by itself")
    func serverError() async throws {
        try await signedIn(reads: false) { fake in
            fake.change { $0.refusals["POST api/v1/statuses"] = (503, "Back soon") }
            let posted = try await home.fiber("post", "Once", "--json")
            #expect(posted.status == 1)
            #expect(try posted.objects.first?["state"] as? String == "retrying", "\(posted)")
            fake.change { $0.refusals = [:] }
            // Mastodon may still be at work, and would not know the key yet.
            let sent = try await home.fiber("outbox", "send")
            #expect(sent.status == 1 && sent.errors.contains("a minute after the first attempt"), "\(sent)")
            #expect(fake.present.sent.isEmpty)
            #expect(try await home.fiber("outbox", "--json").objects.first?["state"] as? String == "retrying")
        }
    }

    @Test("A post that an open Fiber was sending when it was killed is not sent again, and is uncertain", .ownThread)
    func killedWhileSending() async throws {
        try await signedIn(.goToSocial) { fake in
            try home.waitLongForAnswers()
            fake.change { $0.heldAnswers["POST api/v1/statuses"] = "never" }
            let terminal = try home.terminal()
            try terminal.wait(for: "Lap 0")
            async let posting = home.fiber("post", "Once")
            await fake.wait { !$0.sent.isEmpty }
            terminal.signal(SIGKILL)
            _ = try terminal.waitForExit()
            let posted = try await posting
            #expect(posted.status == 1 && posted.errors.contains("did not say how it went"), "\(posted)")
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

    @Test("Nothing is cancelled if one of the named posts is being sent", .ownThread)
    func cancellingRunning() async throws {
        try await signedIn(.goToSocial) { fake in
            fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            #expect(try await home.fiber("post", "Lost").status == 1)
            let lost = try #require(try await home.fiber("outbox", "--json").objects.first?["id"] as? String)
            try home.waitLongForAnswers()
            fake.change { $0.heldAnswers["POST api/v1/statuses"] = "later" }
            let terminal = try home.terminal()
            try terminal.wait(for: "Lap 0")
            async let posting = home.fiber("post", "Held")
            await fake.wait { $0.sent.count >= 2 }
            let ids = try await home.fiber("outbox", "--json").objects.compactMap { $0["id"] as? String }
            let held = try #require(ids.first { $0 != lost })
            let cancelled = try await home.fiber("outbox", "cancel", lost, held)
            #expect(cancelled.status == 1 && cancelled.errors.contains("is being sent"), "\(cancelled)")
            fake.server.open("later")
            let posted = try await posting
            #expect(posted.status == 0, "\(posted)")
            try terminal.quit()
            let left = try await home.fiber("outbox", "--json").objects.map { $0["id"] as? String }
            #expect(left == [lost])
        }
    }

    @Test("A like that waits already is not said to be done, and a named action is sent without the others")
    func alreadyWaiting() async throws {
        try await signedIn(.goToSocial) { fake in
            let ticket = try #require(try await home.tickets().first)
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
            let begin = ContinuousClock.now
            let lost = try await home.fiber("post", "Once", "--json")
            #expect(lost.status == 1)
            #expect(try lost.objects.first?["state"] as? String == "retrying", "\(lost.output)")
            // Another process knows that the server may still be at work in the first minute.
            let again = try await home.fiber("outbox", "send", "--json")
            let isLate = begin.duration(to: .now) >= .seconds(60)
            let state = try again.objects.first?["state"] as? String
            #expect(state == "retrying" || (isLate && state == "done"), "\(again.output)")
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
            let ticket = try #require(try await home.tickets().first)
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
            try home.expectSecrecy(of: [Self.secret], in: seen)
        }
    }
}
