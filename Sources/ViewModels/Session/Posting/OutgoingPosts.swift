import EngineConcepts
import Localization

/// Posts that wait for some seconds before the outbox gets them, so that the user can take them back. One instance per run.
///
/// A waiting post is stored as a draft, which no list shows meanwhile. So it is a draft after a crash, and it is sent at
/// once when the user leaves Fiber.
public final class OutgoingPosts {
    /// Hands the post of a draft to the outbox, or one that could not be stored as a draft. Returns when that is stored.
    typealias HandingOn = @MainActor (_ draft: Int?) async throws -> Void

    /// The stages of a post. It only goes forward, and the end of the program awaits the last one.
    private enum Stage {
        /// Can be taken back until the timer ends. A post that was sent later has a larger number.
        case waiting(number: Int, timer: Task<Void, Never>, origin: PostOrigin, HandingOn)
        /// Cannot be taken back any more. The task ends when the outbox has the post.
        case handedOn(Task<Void, Never>)

        /// The number of a post that waits, or 0 for another one.
        var number: Int { if case .waiting(let number, _, _, _) = self { number } else { 0 } }
    }

    private let drafts: PostDrafts
    private let time: any TimeSource
    private let undo: UndoStack
    private let messages: MessageCenter
    private let activity: Activity
    /// The posts by their drafts, until the outbox has them or they are taken back.
    private var posts: [Int: Stage] = [:]
    /// The number of posts that were to wait.
    private var heldCount = 0
    /// The numbers of the posts that are being stored as waiting, in order. They are not among ``posts`` yet.
    private var starting: [Int] = []
    /// The numbers in ``starting`` of the posts to take back as soon as they are stored.
    private var withdrawn: Set<Int> = []
    /// Posts begin to wait one after another.
    private let queue: TaskQueue
    /// Called with a post that was taken back.
    public var onTakeBack: ((PostOrigin, _ draft: Int) -> Void)?

    init(drafts: PostDrafts, time: any TimeSource, undo: UndoStack, messages: MessageCenter, activity: Activity) {
        self.drafts = drafts
        self.time = time
        self.undo = undo
        self.messages = messages
        self.activity = activity
        queue = TaskQueue(activity: activity) { messages.failure(.writeFailed, $0) }
    }

    /// Hands the post of a draft to the outbox after `seconds`, unless the user takes it back. If the draft is `nil` or cannot
    /// be stored, hands the post over at once, since it would be lost with the process.
    func hold(_ draft: Int?, of origin: PostOrigin, for seconds: Int, handOn: @escaping HandingOn) {
        messages.show(messages.localizer(.composeHeld, .number(seconds)), for: .seconds(seconds))
        heldCount += 1
        let number = heldCount
        starting.append(number)
        queue.add(undoneBy: undo, holdsInput: false) { [self] place in
            defer {
                starting.removeAll { $0 == number }
                withdrawn.remove(number)
            }
            guard let draft else {
                messages.failure(PostDrafts.notStored)
                return try await handOn(nil)
            }
            // No screen may open the draft meanwhile.
            drafts.hide(draft)
            do {
                try await drafts.setWaiting(true, of: draft)
            } catch {
                drafts.show(draft)
                messages.failure(error)
                return try await handOn(nil)
            }
            guard !withdrawn.contains(number) else {
                drafts.show(draft)
                return messages.show(try await reopen(draft, of: origin))
            }
            let timer = Task { [weak self, time] in
                do { try await time.sleep(for: .seconds(seconds)) } catch { return }  // Taken back or sent.
                self?.timeIsUp(for: draft)
            }
            posts[draft] = .waiting(number: number, timer: timer, origin: origin, handOn)
            place.fill { [weak self] in
                try await self?.takeBack(draft) ?? ""
            } while: { [weak self] in
                if case .waiting = self?.posts[draft] { true } else { false }
            }
        }
    }

    /// Hands the post of a draft to the outbox now. No list shows the draft meanwhile.
    func send(_ draft: Int?, handOn: @escaping HandingOn) {
        if let draft { drafts.hide(draft) }
        queue.add { [self] in
            defer { if let draft { drafts.show(draft) } }
            try await handOn(draft)
        }
    }

    /// Says once how many posts waited when the program ended without sending them, if any did.
    public func reportAbandoned() {
        queue.add { [self] in
            let count = try await drafts.takeAbandoned()
            if count > 0 { messages.announce(.composeAbandoned, .number(count)) }
        }
    }

    /// Hands all waiting posts to the outbox, and returns when it has them and those whose time was up before. To be awaited
    /// before the program ends.
    public func sendNow() async {
        await queue.finish()
        while let draft = posts.keys.min() { await begin(draft)?.value }
    }

    private func timeIsUp(for draft: Int) {
        messages.show(.composeSending)
        _ = begin(draft)
    }

    /// Returns the task that hands the post over, which begins now unless it has begun. Returns `nil` if the outbox has the
    /// post or it was taken back.
    private func begin(_ draft: Int) -> Task<Void, Never>? {
        switch posts[draft] {
        case nil: return nil
        case .handedOn(let task): return task
        case .waiting(_, let timer, _, let handOn):
            timer.cancel()
            let task = activity.run { [self] in
                await messages.showingErrors(.writeFailed) { try await handOn(draft) }
                // Listed again only if the outbox did not take it.
                drafts.show(draft)
                posts[draft] = nil
            }
            posts[draft] = .handedOn(task)
            return task
        }
    }

    /// Takes back the post that was sent last of those that wait, and says so. Returns false if none waits.
    public func takeBackNewest() -> Bool {
        // A post that is still being stored was sent after every post that waits.
        if let number = starting.last(where: { !withdrawn.contains($0) }) {
            withdrawn.insert(number)
            return true
        }
        let newest = posts.max { $0.value.number < $1.value.number }
        guard let draft = newest?.key, let origin = stopWaiting(draft) else { return false }
        activity.run { [self] in await messages.showingErrors { messages.show(try await reopen(draft, of: origin)) } }
        return true
    }

    private func takeBack(_ draft: Int) async throws -> String {
        guard let origin = stopWaiting(draft) else { return messages.localizer(.composeSending) }
        return try await reopen(draft, of: origin)
    }

    /// Ends the waiting of a post, which is then a draft. Returns its origin, or `nil` if it does not wait any more.
    private func stopWaiting(_ draft: Int) -> PostOrigin? {
        guard case .waiting(_, let timer, let origin, _) = posts[draft] else { return nil }
        timer.cancel()
        posts[draft] = nil
        drafts.show(draft)
        return origin
    }

    /// Opens a post that was taken back, and returns the message about it.
    private func reopen(_ draft: Int, of origin: PostOrigin) async throws -> String {
        try await drafts.setWaiting(false, of: draft)
        onTakeBack?(origin, draft)
        return messages.localizer(.composeTakenBack)
    }
}
