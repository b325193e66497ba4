import EngineConcepts
public import FiberConfiguration

nonisolated extension UserCommands {
    /// Adds the commands of a configuration that can be run.
    ///
    /// - Parameter report: Called for each command that is left out: its name is taken, or a step of a macro is unknown.
    public init(_ configuration: ConfigurationFile, report: (ConfigurationError) -> Void) {
        var usedNames = Set(CommandTable.standard.names)
        func refuse(_ failure: Message, at position: TOMLPosition?) {
            report(
                ConfigurationError(
                    .value, file: configuration.path, at: position, failure, advice: Message("fixOrRemoveLine")))
        }
        func isFree(_ name: String, at position: TOMLPosition?) -> Bool {
            guard !CommandTable.standard.has(CommandTable.standard.currentName(of: name)) else {
                refuse(Message("ownNameOfFiber", ["name": .text(name)]), at: position)
                return false
            }
            guard usedNames.insert(name).inserted else {
                refuse(Message("ownNameTwice", ["name": .text(name)]), at: position)
                return false
            }
            return true
        }
        programs = configuration.commands.filter { isFree($0.name, at: $0.position) }
        let macroNames = Set(configuration.macros.map(\.name))
        let known = CommandTable.standard.names + programs.map(\.name)
        macros = configuration.macros.filter { macro in
            let names = macro.steps.map { step in
                CommandTable.standard.currentName(of: step.split(separator: " ").first.map(String.init) ?? "")
            }
            if let unknown = names.first(where: { !known.contains($0) }) {
                // A macro without a name is called like its commands.
                if macroNames.contains(unknown), unknown != names.joined(separator: "+") {
                    refuse(Message("macroInMacro", ["name": .text(unknown)]), at: macro.position)
                } else {
                    report(
                        .unknown(
                            unknown, among: known, file: configuration.path, at: macro.position,
                            Message("keyCommandUnknown", ["name": .text(unknown)])))
                }
                return false
            }
            return isFree(macro.name, at: macro.position)
        }
    }
}
