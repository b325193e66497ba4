import EngineConcepts
import WebText

/// Requests single pages of a timeline.
struct MastodonPageReader {
    let supplier: MastodonSupplier
    /// The time of the request that the pages answer.
    let now: Timestamp
    /// True if the source has delivered a post before.
    let hadPosts: Bool

    /// The number of items on a page, which is the largest that servers allow.
    static let pageSize = 40

    private var timeline: MastodonTimeline { supplier.timeline }
    private var server: MastodonServer { supplier.server }

    /// Requests a page of items: the newest ones, or those next above `minimumID`.
    ///
    /// - Parameters:
    ///   - maximumID: The identifier below which all items of the page are, or `nil` for no such bound.
    ///   - minimumID: The identifier above which the page begins, or `nil` to begin with the newest items.
    func page(
        limit: Int = MastodonPageReader.pageSize, below maximumID: String? = nil, above minimumID: String? = nil,
        _ others: [QueryParameter] = []
    ) async throws(SupplierError) -> MastodonItemPage {
        let path = timeline.path(try await supplier.serverID(now: now))
        var query = timeline.parameters
        query.append(("limit", String(limit)))
        if let maximumID { query.append(("max_id", maximumID)) }
        if let minimumID { query.append(("min_id", minimumID)) }
        query += others
        switch timeline {
        case .notifications: return try await notifications(path, query)
        case .groupedNotifications: return try await notificationGroups(path, query)
        case .search:
            let results = try await server.reply(MastodonSearchResults.self, path, query, now: now)
            return await page(of: results.map(\.posts))
        case .tag(let tags): return try await page(of: posts(with: tags, path, query))
        default:
            return try await page(of: server.reply(LenientList<MastodonStatus>.self, path, query, now: now))
        }
    }

    private func page(of reply: MastodonServer.Reply<LenientList<MastodonStatus>>) async -> MastodonItemPage {
        let posts = reply.value
        if let id = posts.elements.first?.id {
            await server.shared.memory.setIDFormat(MastodonIDFormat(of: id).rawValue)
        }
        let (converter, pins) = (supplier.converter, supplier.cache.pins)
        return MastodonItemPage(
            posts.elements.map { ($0.id, timeline.includes($0) ? converter.item(from: $0, pinned: pins) : nil) },
            unreadable: posts.count.unreadable, head: reply.head)
    }

    private func posts(
        with tags: MastodonTimeline.TagChoice, _ path: String, _ query: [QueryParameter]
    ) async throws(SupplierError) -> MastodonServer.Reply<LenientList<MastodonStatus>> {
        do throws(SupplierError) {
            return try await server.reply(LenientList<MastodonStatus>.self, path, query, now: now)
        } catch {
            // GoToSocial knows no hashtag before its first post. A server without this API has nothing there either.
            guard error.reason == .notFound else { throw error }
            guard !hadPosts else {
                throw SupplierError(
                    error.code,
                    Message("hashtagNotFound", ["tag": .text("#\(tags.name)"), "host": .text(server.endpoint)]),
                    cause: error.cause, retryAt: error.retryAt)
            }
            if !server.features.isKnown {
                _ = try await server.readInstance(now: now)
                server.features.isKnown = true
            }
            return MastodonServer.Reply(value: LenientList([]))
        }
    }

    /// Requests the posts that the person has pinned, so that pages can mark them. Without an answer, those known before
    /// count.
    func readPins() async throws(SupplierError) {
        let path = timeline.path(try await supplier.serverID(now: now))
        do throws(SupplierError) {
            let query: [QueryParameter] = [("pinned", "true"), ("limit", String(Self.pageSize))]
            let pinned = try await server.get(LenientList<MastodonStatus>.self, path, query, now: now)
            supplier.cache.pins = Set(pinned.elements.map(\.id))
        } catch {
            // Software that has no pins refuses the question. What else is wrong is wrong with the page too.
            guard error.isMissingOrUnreadable else { throw error }
            if supplier.cache.pins == nil { supplier.cache.pins = [] }
        }
    }

    // MARK: Notifications

    /// Requests notifications, each as an item.
    private func notifications(
        _ path: String, _ query: [QueryParameter]
    ) async throws(SupplierError) -> MastodonItemPage {
        let reply = try await server.reply(LenientList<MastodonNotification>.self, path, query, now: now)
        let converter = supplier.converter
        return MastodonItemPage(
            reply.value.elements.map { ($0.id, converter.item(from: $0)) },
            unreadable: reply.value.count.unreadable, head: reply.head)
    }

    /// Requests groups of notifications. A server without groups is asked for single ones.
    ///
    /// A group keeps its position when it grows, since its key is the item's identity. A page continues below the newest
    /// notification of its oldest group.
    private func notificationGroups(
        _ path: String, _ query: [QueryParameter]
    ) async throws(SupplierError) -> MastodonItemPage {
        if !server.features.lacksGroups {
            do throws(SupplierError) {
                let reply = try await server.reply(MastodonGroupedNotifications.self, path, query, now: now)
                let (page, converter) = (reply.value, supplier.converter)
                return MastodonItemPage(
                    page.groups.elements.map { group in
                        (group.pageNewestID ?? group.newestID ?? group.key, converter.item(from: group, of: page))
                    }, unreadable: page.groups.count.unreadable, head: reply.head)
            } catch {
                guard error.isNotFound else { throw error }
                server.features.lacksGroups = true
            }
        }
        return try await notifications(MastodonTimeline.notifications.path(nil), query)
    }
}
