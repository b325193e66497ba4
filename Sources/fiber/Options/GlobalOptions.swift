import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation

/// Options of every command that reads the user's files.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("The directory of config.toml and library.toml.", valueName: "directory"),
        completion: .directory)
    var config: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The directory of the store, and in it of log and cache.", valueName: "directory"),
        completion: .directory)
    var data: String?

    /// The directories of the user's files.
    var directories: Directories { .given(configuration: config, data: data) }

    func validate() throws {
        for (option, path) in [("--config", config), ("--data", data)] {
            guard let path else { continue }
            // It would be the current directory, as of a variable that is not set.
            if path.isEmpty { throw ValidationError(Message("usageValueMissing", ["option": .text(option)])) }
            if isFile(path.absolutePath) {
                throw ValidationError(
                    Message("optionTakesDirectory", ["option": .text(option), "path": .text(path.absolutePath)]))
            }
        }
    }

    private func isFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path) && !FileManager.default.isDirectory(path)
    }

    /// Throws if there is no directory at a given path. A command that only reads would make an empty library or store there,
    /// and print nothing of the one that was meant.
    func checkDirectories() throws {
        if data != nil, isMissing(directories.data) {
            throw CommandFailure(.store, Message("dataDirectoryMissing", ["path": .text(directories.data)]))
        }
        try checkConfiguration()
    }

    /// Throws if there is no directory at the given path of the configuration.
    func checkConfiguration() throws {
        if config != nil, isMissing(directories.configuration) {
            let message = Message("configDirectoryMissing", ["path": .text(directories.configuration)])
            throw CommandFailure(.configuration, message)
        }
    }

    private func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }
}

extension Directories {
    /// Returns the given directories, or those of the environment.
    static func given(configuration: String? = nil, data: String? = nil) -> Directories {
        let environment = ProcessInfo.processInfo.environment
        return Directories(
            environment: environment, home: environment["HOME"] ?? NSHomeDirectory(),
            configuration: configuration?.absolutePath, data: data?.absolutePath)
    }
}
