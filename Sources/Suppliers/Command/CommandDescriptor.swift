public import EngineConcepts
import WebText

extension SupplierKind {
    /// The output of a command.
    public static let command: SupplierKind = "command"
}

/// Commands that print a feed or JSON Lines, also from a document on the web.
struct CommandDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .command, name: "command", title: Message("kindCommand"), otherNames: ["exec"],
        glyph: SourceKind.Glyph("$", ascii: "$"),
        colorRole: "kind-command", addressPrefixes: ["exec:", "filter:"],
        addressForms: [
            SourceKind.AddressForm("exec:COMMAND", help: Message("addressFormExec")),
            SourceKind.AddressForm("filter:COMMAND:URL", help: Message("addressFormFilter")),
        ],
        localAccess: .runsCommands)

    /// Returns the address on one line. Runs of spaces in arguments stay.
    func address(in text: String) -> String {
        CommandAddress.address(in: text) ?? TextSanitizer.line(text)
    }

    /// Returns the name of the program.
    func name(at address: String, among accounts: AccountDirectory, home: String?) throws(SupplierError) -> String? {
        try CommandAddress(address, home: nil).program
    }

    /// Returns the address of a filter's document.
    func webAddress(of address: String) throws(SupplierError) -> String? {
        try CommandAddress(address, home: nil).documentURL
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let address = try CommandAddress(source.address, home: dependencies.commands.home)
        var dependencies = dependencies
        if let documentURL = address.documentURL {
            dependencies.transport = dependencies.transport(to: documentURL, with: source.access)
        }
        let actions = try source.actCommand.map { command throws(SupplierError) in
            CommandActions(
                words: try dependencies.commands.words(of: command), commands: dependencies.commands,
                maximumItems: dependencies.maximumItems)
        }
        return CommandSupplier(
            id: source.id, name: source.name, address: address, actions: actions, dependencies: dependencies)
    }
}
