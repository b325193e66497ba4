import Application
import ArgumentParser
import Coordinators
import TerminalUI

/// A place to open, as typed: one with a name of its own, or a screen that needs no more than its name.
struct PlaceChoice: ExpressibleByArgument {
    let place: OpenRequest.Place

    static let allValueStrings = OpenRequest.Place.named.map(\.rawValue) + ScreenTable.openable.map(\.rawValue)
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    init?(argument: String) {
        place = OpenRequest.Place(rawValue: argument)
        guard Self.allValueStrings.contains(place.rawValue) else { return nil }
    }
}
