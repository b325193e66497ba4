package import EngineConcepts

extension SourceDescription {
    /// The address without user name and password, for the screen.
    package var shownAddress: String { Redaction.withoutSecrets(address) }

    /// The name to show if neither the user nor the source gave one: host and path of the address.
    package var shownName: String {
        if let name { return name }
        let address = shownAddress
        guard AddressParts(address) != nil else { return address.nonEmpty ?? id.rawValue }
        var shown = DisplayAddress.bare(address)
        while shown.last == "/" { shown.removeLast() }
        return shown.isEmpty ? address : String(shown)
    }
}
