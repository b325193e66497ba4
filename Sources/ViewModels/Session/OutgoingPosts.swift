import EngineConcepts
import Localization

/// Posts that wait for some seconds before the outbox gets them, so that the user can take them back. One instance per run.
///
/// A waiting post is stored as a draft, which no list shows meanwhile. So it is a draft after a crash, and it is sent at
/// once when the user leaves Fiber.
public final class OutgoingPosts {
    private struct Waiting {
        /// Hands the post to the outbox. Returns when that is stored.
        let send: @MainActor () async -> Void
        let timer: Task<Void, Never>
    }

    private let drafts: PostDrafts
    private let time: any TimeSource
    private let undo: UndoStack
    private let messages: MessageCenter
    private let activity: Activity
    /// The waiting posts by their drafts.
    private var waiting: [Int: Waiting] = [:]
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
        queue = TaskQueue(activity: activity) { messages.problem(.writeFailed, $0) }
    }

    /// Hands a post to the outbox after `seconds`, unless the user takes it back. If the draft cannot be stored, hands it over
    /// at once, since it would be lost with the process.
    ///
    /// - Parameters:
    ///   - stored: Stores the draft, and returns its identity.
    ///   - send: Hands the post to the outbox, and returns when that is stored.
    func hold(
        _ origin: PostOrigin, for seconds: Int, stored: @escaping @MainActor () async throws -> Int,
        send: @escaping @MainActor () async -> Void
    ) {
        messages.note(messages.localizer(.composeHeld, .number(seconds)), for: .seconds(seconds))
        queue.add { [self] in
            let draft: Int
            do {
                draft = try await stored()
            } catch {
                messages.problem(error)
                return await send()
            }
            drafts.hide(draft)
            let timer = Task { [weak self, time] in
                do { try await time.sleep(for: .seconds(seconds)) } catch { return }  // Taken back or sent.
                self?.timeIsUp(for: draft)
            }
            waiting[draft] = Waiting(send: send, timer: timer)
            undo.push { [weak self] in
                self?.takeBack(draft, of: origin) ?? ""
            } while: { [weak self] in
                self?.waiting[draft] != nil
            }
        }
    }

    /// Hands all waiting posts to the outbox. To be awaited before the program ends.
    public func sendNow() async {
        await queue.finish()
        for draft in waiting.keys.sorted() {
            guard let post = take(draft) else { continue }
            await finish(post, draft)
        }
    }

    private func timeIsUp(for draft: Int) {
        guard let post = take(draft) else { return }
        messages.note(.composeSending)
        activity.run { [self] in await finish(post, draft) }
    }

    private func take(_ draft: Int) -> Waiting? {
        let post = waiting.removeValue(forKey: draft)
        post?.timer.cancel()
        return post
    }

    /// Sends a post. The outbox has it then, so the draft is not needed any more.
    private func finish(_ post: Waiting, _ draft: Int) async {
        await post.send()
        do {
            try await drafts.remove(draft)
        } catch {
            messages.problem(.writeFailed, error)
        }
        drafts.show(draft)
    }

    private func takeBack(_ draft: Int, of origin: PostOrigin) -> String {
        guard take(draft) != nil else { return messages.localizer(.composeSending) }
        drafts.show(draft)
        onTakeBack?(origin, draft)
        return messages.localizer(.composeTakenBack)
    }
}
