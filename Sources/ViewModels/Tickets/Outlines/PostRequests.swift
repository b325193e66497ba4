import EngineConcepts
import Localization

/// The posts of an outline as far as they are known: requests them, fills their gaps, and keeps the reasons of failures.
final class PostRequests {
    /// The progress of the request for the first posts.
    enum Phase: Equatable {
        case loading
        case loaded
        /// The request failed, for this reason.
        case failed(String)
    }

    /// The posts, or `nil` before any are known.
    private(set) var outline: PostOutline?
    private(set) var phase = Phase.loading
    /// The gaps that are being filled.
    private(set) var filling: Set<OutlineGap> = []
    /// The reasons why gaps could not be filled, in words.
    private(set) var failures: [OutlineGap: String] = [:]

    private let loader: any PostLoading
    private let localizer: Localizer

    init(_ loader: any PostLoading, localizer: Localizer) {
        self.loader = loader
        self.localizer = localizer
    }

    /// True until more than the opened post is known.
    var isAtBeginning: Bool { (outline?.count ?? 0) < 2 }

    /// True once the first posts are known, or could not be loaded.
    var hasFirstPosts: Bool { phase != .loading || !isAtBeginning }

    /// True while a request runs.
    var isBusy: Bool { phase == .loading || !filling.isEmpty }

    /// Begins with the post that was opened.
    func begin(with opened: Ticket) { outline = .thread(ThreadTree(SourceItem(of: opened))) }

    // MARK: Requests

    /// Shows that the first posts are requested, before ``load()`` does that.
    func beginLoading() { phase = .loading }

    /// Requests the first posts, or all known ones again.
    func load() async {
        do {
            outline = try await loader.load()
            phase = .loaded
            failures = [:]
        } catch {
            phase = .failed(localizer(error))
        }
    }

    /// Shows that a gap is filled, before ``fill(_:)`` does that. Returns false if it is being filled already.
    func beginFilling(_ gap: OutlineGap) -> Bool {
        failures[gap] = nil
        return filling.insert(gap).inserted
    }

    /// Fills a gap. Returns false if that brought no posts.
    func fill(_ gap: OutlineGap) async -> Bool {
        defer { filling.remove(gap) }
        do {
            let before = outline?.count ?? 0
            let filled = try await loader.fill(gap)
            outline = filled
            return filled.count != before
        } catch {
            failures[gap] = localizer(error)
            return true
        }
    }

    // MARK: What happens outside

    /// Adopts what has arrived while the first request waits for other sources. Returns false if it has ended.
    func adopt(arrived outline: PostOutline) -> Bool {
        guard phase == .loading else { return false }
        self.outline = outline
        return true
    }

    /// Adopts the posts after one was written or deleted. Returns false if they are still to be loaded.
    func adopt(changed outline: PostOutline) -> Bool {
        guard self.outline != nil, phase == .loaded else { return false }
        self.outline = outline
        return true
    }

    // MARK: Rows

    /// The words between the bars while there are no rows.
    var bodyWithoutRows: ScreenBody<RowsContent<OutlineRow>> {
        switch phase {
        case .loading: .words(localizer(.loading))
        case .loaded: .words(localizer(.outlineEmpty))
        case .failed(let cause): .failure(title: localizer(.outlineNotLoaded), hints: [cause])
        }
    }

    /// The row of the first request, or `nil` once everything that was asked for is there.
    var status: OutlineGapRow? {
        switch phase {
        case .loaded: return nil
        case .loading:
            // While known posts are requested again, the bar says so.
            guard isAtBeginning else { return nil }
            return OutlineGapRow(
                text: localizer(.threadLoading), cause: nil, activity: .running(localizer(.gapFilling)))
        case .failed(let cause):
            return OutlineGapRow(
                text: localizer(.outlineNotLoaded), cause: cause, activity: .idle(offer: localizer(.gapRetry)))
        }
    }
}
