import EngineConcepts
import EngineStandard
import ViewModels

/// Composes the engines of threads: each reads from the supplier of a ticket and stores beside the Track.
struct Threads: ThreadOpening {
    let controlUnit: ModularControlUnit
    let engine: any Engine
    let time: any TimeSource

    func thread(of ticket: Ticket) -> (any PostFilling)? {
        guard ticket.source.fields[SourceLayer.threadField] != nil,
            let source = controlUnit.supplier(for: ticket.supplier.rawValue) as? any Supplier & ThreadReading
        else { return nil }
        return ThreadLoader(around: ticket, from: source, storingIn: engine, time: time)
    }

    func profile(ofAuthorOf ticket: Ticket) -> (any PostFilling)? {
        guard ticket.body.boosted?.author ?? ticket.body.author != nil,
            let source = controlUnit.supplier(for: ticket.supplier.rawValue) as? any Supplier & ProfileReading
        else { return nil }
        return ProfileLoader(ofAuthorOf: ticket, from: source, storingIn: engine, time: time)
    }
}
