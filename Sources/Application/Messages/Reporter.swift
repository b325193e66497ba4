package import EngineConcepts
package import Localization

/// Receives what the parts of a run tell the user beside their results.
package protocol Reporter: Sendable {
    /// Reports in this language from now on.
    func use(_ localizer: Localizer)

    /// Shows information that is no problem.
    func inform(_ message: Message)

    /// Reports the message of a problem with the user's files or sources.
    func report(_ message: Message)

    /// Reports an error that does not end the run.
    func report(_ error: any Error)

    /// Shows the progress of the present work, or removes it if `message` is `nil`.
    func progress(_ message: Message?)
}
