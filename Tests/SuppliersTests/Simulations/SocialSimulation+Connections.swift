import EngineConcepts
import EngineTestSupport
import ScenarioServer
import TestSupport

/// The connections of the timelines that have channels.
extension SocialSimulation {
    mutating func hangUp(_ index: Int) {
        guard let channel = timelines[index].channel else { return }
        servers[timelines[index].service.rawValue].server.hangUp(channel)
        timelines[index].isConnected = false
        timelines[index].isBroken = true
    }

    mutating func disconnect() async {
        guard let index = timelines.indices.filter({ timelines[$0].isConnected }).randomElement(using: &random) else {
            return
        }
        record("\(timelines[index].id) is disconnected")
        // Events pushed before arrive; later ones do not.
        await settle()
        hangUp(index)
    }

    mutating func connect() async {
        guard timelines.contains(where: \.isBroken) else { return }
        record("streams connect")
        await settle()
        time.advance(by: .seconds(Self.pause))
        await awaitConnections()
    }

    /// Waits until all broken connections, and those of a new process, are open again.
    mutating func awaitConnections() async {
        for index in timelines.indices where timelines[index].channel != nil && !timelines[index].isConnected {
            let ended = timelines[index].supplier.meter.counts.ended
            await timelines[index].supplier.meter.wait { $0.connected > ended }
            if let channel = timelines[index].channel {
                await servers[timelines[index].service.rawValue].server.waitForConnections(1, to: channel)
            }
            timelines[index].isConnected = true
            timelines[index].isBroken = false
        }
    }

    func awaitEnds() async {
        for timeline in timelines where timeline.isBroken {
            let meter = timeline.supplier.meter
            await meter.wait { $0.ended >= $0.connected }
        }
    }
}
