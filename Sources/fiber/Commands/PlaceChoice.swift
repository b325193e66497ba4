import Application
import ArgumentParser
import Coordinators
import TerminalUI

/// A place to open, as typed: one with a name of its own, or a screen that needs no more than its name.
struct PlaceChoice: ExpressibleByArgument {
    let place: OpenRequest.Place

    static let allValueStrings = OpenRequest.Place.named.map(\.rawValue) + ScreenTable.openable.map(\.rawValue)
    /// The former name of the place of an item, which is still accepted.
    private static let formerItem = "ticket"

    init?(argument: String) {
        let name = argument == Self.formerItem ? OpenRequest.Place.item.rawValue : argument
        guard Self.allValueStrings.contains(name) else { return nil }
        place = OpenRequest.Place(rawValue: name)
    }
}
