import EngineConcepts
import EngineStandard
import Foundation
import Localization
import Storage
package import ViewModels

/// Tells the servers of accounts how far the user has read, and the user how far other programs have. Never moves the user.
package actor PositionSharer {
    /// A place to which another program has read, newer than the user's.
    struct NewerPosition: Equatable, Sendable {
        let account: String
        let time: Timestamp
    }

    /// The part of the stored position that is shared.
    private struct StoredPosition: Decodable {
        let place: TrackPlace
    }

    /// The time between two reports to the servers.
    private static let interval = Duration.seconds(60)
    /// The maximum time that the end of a session waits for a server.
    private static let endTimeout = Duration.seconds(2)

    private let controlUnit: ModularControlUnit
    private let store: TrackDatabase
    private let lease: WriterLease
    private let time: any TimeSource
    private let zone: any LocalZone
    /// The times of the places that the servers have, by timeline.
    private var serverPlaces: [SupplierID: Timestamp] = [:]

    init(
        controlUnit: ModularControlUnit, store: TrackDatabase, lease: WriterLease, time: any TimeSource,
        zone: any LocalZone = SystemZone()
    ) {
        self.controlUnit = controlUnit
        self.store = store
        self.lease = lease
        self.time = time
        self.zone = zone
    }

    package init(_ context: AppContext) {
        self.init(
            controlUnit: context.sources.controlUnit, store: context.store, lease: context.lease, time: context.time)
    }

    /// Reports the places of other programs once, and shares the user's from then on.
    package func run(reportingTo messages: MessageCenter) async {
        for newer in await newerPositions() {
            await messages.show(
                Message(
                    "positionElsewhere", ["account": .text(newer.account), "time": .text(gotoTime(after: newer.time))]))
        }
        while true {
            do {
                try await time.sleep(for: Self.interval)
            } catch {
                return
            }
            await shareAll()
        }
    }

    /// Shares the user's place for the last time, if the servers answer soon.
    package func end() async {
        await withTaskGroup { [time] group in
            group.addTask { await self.shareAll() }
            group.addTask {
                do { try await time.sleep(for: Self.endTimeout) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns the places beyond the user's. A server that keeps none, or does not answer, adds none.
    private func newerPositions() async -> [NewerPosition] {
        var newer: [NewerPosition] = []
        let here = await place()
        for account in await controlUnit.accounts {
            for position in await positions(of: account) {
                guard let time = position.time else { continue }
                serverPlaces[position.supplier] = time
                if let here, position.supplier == account.home, time > here.time {
                    newer.append(NewerPosition(account: account.name, time: time))
                }
            }
        }
        return newer
    }

    private func positions(of account: any AccountClient) async -> [TimelinePosition] {
        do throws(SupplierError) {
            return try await account.positions(now: time.now())
        } catch {
            // The account's timelines report its failures.
            return []
        }
    }

    /// Tells each server the newest item of its home timeline that is not newer than the user's place, and the newest
    /// notification that the user has marked as read. Other programs show these and all older ones as read.
    private func shareAll() async {
        guard lease.isHeld, let here = await place() else { return }
        let accounts = await controlUnit.accounts
        for account in accounts {
            guard let home = account.home else { continue }
            let item = await newest(of: home, from: .place(here), count: 2) { $0.ticket.key.time <= here.time }
            await share(account, item, of: home)
        }
        for account in accounts {
            guard let notifications = account.notifications else { continue }
            let item = await newest(of: notifications, from: .top, count: 40, where: \.marks.isRead)
            await share(account, item, of: notifications)
        }
    }

    /// Tells a server the place in one of its timelines, unless it knows a newer one.
    private func share(_ account: any AccountClient, _ place: OrderKey?, of supplier: SupplierID) async {
        guard let place, place.time > serverPlaces[supplier] ?? .beginningOfTime else { return }
        do throws(SupplierError) {
            try await account.share(TimelinePosition(supplier: supplier, item: place.id.item), now: time.now())
            serverPlaces[supplier] = place.time
        } catch {
            // The place is only a hint, and the next report repeats it.
        }
    }

    /// Returns the newest item of a supplier that meets a condition, among the first `count` rows from an anchor down.
    private func newest(
        of supplier: SupplierID, from anchor: WindowRequest.Anchor, count: Int,
        where condition: (TrackEntry) -> Bool
    ) async -> OrderKey? {
        do {
            let window = try await store.window(
                WindowRequest(anchor: anchor, above: 0, below: count, view: TrackView(suppliers: [supplier])))
            return window.rows.compactMap(\.entry).first(where: condition)?.ticket.key
        } catch {
            // Nothing is shared now; screens report the store's errors.
            return nil
        }
    }

    /// Returns the user's place, or `nil` if none is stored.
    private func place() async -> TrackPlace? {
        do {
            guard let text = try await store.setting(Preferences.Name.position.rawValue) else { return nil }
            return try JSONDecoder().decode(StoredPosition.self, from: Data(text.utf8)).place
        } catch {
            // Without a readable position there is nothing to share.
            return nil
        }
    }

    /// Returns the minute after a time, as the command `goto` understands it.
    private func gotoTime(after time: Timestamp) -> String {
        TimeTexts(zone: zone, localizer: .english).typed(time.advanced(by: .seconds(60)))
    }
}
