import EngineConcepts
import EngineSimulation
import EngineTestSupport
import ScenarioServer
import SupplierConformance
import TestSupport

@testable import Suppliers

/// The posts at the servers, and what the timelines must have of them.
extension SocialSimulation {
    /// Publishes a post in some timelines of a server.
    mutating func publish() {
        if random.chance(85) { pass(random.number(1...60_000)) }
        let service = random.pick(Self.publishing)
        count += 1
        switch service {
        case .bluesky: return publishAtBluesky()
        case .hackerNews: return publishStory()
        case .mastodon, .goToSocial: break
        }
        let server = service.rawValue
        let now = time.now().milliseconds
        var post = FakeMastodon.Post(
            id: FakeMastodon.id(at: now, number: count, server == 0 ? .mastodon : .goToSocial), time: now,
            text: "Post \(count)")
        var names: Set<String> = random.chance(85) ? ["home"] : []
        if server == 0 { for list in ["1", "2", "3"] where random.chance(35) { names.insert(list) } }
        post.timelines = names
        record("\(post.id) in \(names.sorted())")
        add(post, to: server)
    }

    /// The services of new posts, as often as they are chosen.
    private static let publishing: [Service] =
        [
            .mastodon, .mastodon, .mastodon, .mastodon, .mastodon, .mastodon, .goToSocial, .goToSocial, .bluesky,
            .bluesky,
        ]
        + [.hackerNews]

    /// Publishes a post, or repeats one.
    private mutating func publishAtBluesky() {
        let now = time.now().milliseconds
        let key = FakeBluesky.key(at: now, number: count)
        var post = FakeBluesky.Post(key: key, time: now, text: "Post \(count)")
        if random.chance(20),
            let repeated = bluesky.present.posts.filter({ $0.repost == nil }).randomElement(using: &random)
        {
            post = repeated
            post.repost = (person: "kim", key: key, time: now)
        }
        record("\(post.uri) at \(now)\(post.repost == nil ? "" : ", repeated")")
        bluesky.change { [post] in $0.posts.append(post) }
        for index in timelines.indices where timelines[index].service == .bluesky { expect(post, in: index) }
    }

    /// Publishes a story in a second of its own.
    private mutating func publishStory() {
        pass(1000)
        let story = ScriptedItem(id: "\(90_000_000 + count)", time: time.now().flooredToSecond, text: "Story \(count)")
        record("story \(story.id)")
        hackerNews.content.items.append(story)
        for index in timelines.indices where timelines[index].service == .hackerNews { expect(story, in: index) }
    }

    mutating func boost() {
        let server = random.chance(70) ? 0 : 1
        guard let boosted = servers[server].present.posts.filter({ $0.boostOf == nil }).randomElement(using: &random)
        else { return }
        pass(random.number(1...20_000))
        count += 1
        let now = time.now().milliseconds
        var post = FakeMastodon.Post(
            id: FakeMastodon.id(at: now, number: count, server == 0 ? .mastodon : .goToSocial), time: now, text: "")
        post.boostOf = boosted.id
        post.timelines = server == 0 && random.chance(40) ? ["home", "2"] : ["home"]
        record("\(post.id) boosts \(boosted.id)")
        add(post, to: server)
    }

    private mutating func add(_ post: FakeMastodon.Post, to server: Int) {
        servers[server].change { $0.posts.insert(post, at: 0) }
        for index in timelines.indices where timelines[index].service.rawValue == server { expect(post, in: index) }
        push("update", post, server)
    }

    /// Adds all posts of a timeline's service to what it must have.
    mutating func expectAll(in index: Int) {
        switch timelines[index].service {
        case .mastodon, .goToSocial:
            for post in servers[timelines[index].service.rawValue].present.posts { expect(post, in: index) }
        case .bluesky: for post in bluesky.present.posts { expect(post, in: index) }
        case .hackerNews: for story in hackerNews.content.items { expect(story, in: index) }
        }
    }

    private mutating func expect(_ post: FakeBluesky.Post, in index: Int) {
        let (id, time) =
            post.repost.map { ("at://did:plc:\($0.person)/app.bsky.feed.repost/\($0.key)", $0.time) }
            ?? (post.uri, post.time)
        let order = TID(post.repost?.key ?? post.key).map { -Int64($0.value >> 1) } ?? 0
        timelines[index].truth.onTime[id] = ScriptedSource.Post(
            id: id, time: Timestamp(milliseconds: time), order: order)
        timelines[index].texts[id, default: []].insert(post.repost == nil ? post.text : "")
    }

    private mutating func expect(_ story: ScriptedItem, in index: Int) {
        timelines[index].truth.onTime[story.id] = ScriptedSource.Post(
            id: story.id, time: story.time, order: -(Int64(story.id) ?? 0))
        timelines[index].texts[story.id, default: []].insert(story.text)
    }

    /// Adds a post to what a timeline must have.
    private mutating func expect(_ post: FakeMastodon.Post, in index: Int) {
        guard post.timelines?.contains(timelines[index].name) ?? true else { return }
        timelines[index].truth.onTime[post.id] = ScriptedSource.Post(
            id: post.id, time: Timestamp(milliseconds: post.time), order: Int64(post.id).map { -$0 } ?? 0)
        timelines[index].texts[post.id, default: []].insert(Self.source(of: post))
    }

    private static func source(of post: FakeMastodon.Post) -> String {
        post.boostOf == nil ? "<p>\(post.text)</p>" : ""
    }

    mutating func edit() {
        let server = random.chance(70) ? 0 : 1
        let posts = servers[server].present.posts
        guard let index = posts.indices.filter({ posts[$0].boostOf == nil }).randomElement(using: &random) else {
            return
        }
        pass(5)
        count += 1
        var post = posts[index]
        post.text += ", version \(count)"
        post.edited = time.now().milliseconds
        record("\(post.id) is edited")
        servers[server].change { [post] in $0.posts[index] = post }
        for index in timelines.indices where timelines[index].service.rawValue == server { expect(post, in: index) }
        push("status.update", post, server)
    }

    /// Deletes a post, and the boosts of it.
    mutating func delete() {
        if random.chance(15) { return deleteAtBluesky() }
        let server = random.chance(70) ? 0 : 1
        let posts = servers[server].present.posts
        guard let post = posts.randomElement(using: &random) else { return }
        let gone = Set(posts.filter { $0.id == post.id || $0.boostOf == post.id }.map(\.id))
        record("\(gone.sorted()) are deleted")
        servers[server].change { $0.posts.removeAll { gone.contains($0.id) } }
        for index in timelines.indices where timelines[index].service.rawValue == server {
            for id in gone where timelines[index].truth.onTime.removeValue(forKey: id) != nil {
                guard let channel = timelines[index].channel, timelines[index].isConnected else { continue }
                servers[server].push("delete", id, on: channel)
                timelines[index].deleting.insert(id)
            }
        }
    }

    /// Deletes a post, and what repeats it. The network tells nobody.
    private mutating func deleteAtBluesky() {
        guard let post = bluesky.present.posts.randomElement(using: &random) else { return }
        record("\(post.uri) is deleted")
        bluesky.change { state in state.posts.removeAll { $0.uri == post.uri } }
        for index in timelines.indices where timelines[index].service == .bluesky {
            timelines[index].truth.onTime = [:]
            expectAll(in: index)
        }
    }

    private func push(_ type: String, _ post: FakeMastodon.Post, _ server: Int) {
        for timeline in timelines where timeline.service.rawValue == server && timeline.isConnected {
            guard let channel = timeline.channel, post.timelines?.contains(timeline.name) ?? true else { continue }
            servers[server].push(type, post, on: channel)
        }
    }

    /// Publishes many posts while nobody listens.
    mutating func absence() {
        record("the user is offline")
        for index in timelines.indices where timelines[index].isConnected { hangUp(index) }
        for _ in 0..<random.number(30...120) {
            publish()
            if random.chance(20) { feeds.publish(1, at: time.now(), by: &random) }
        }
    }
}
