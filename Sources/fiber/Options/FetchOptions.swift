import Application
import ArgumentParser
import EngineConcepts

/// Options of commands that fetch.
struct FetchOptions: ParsableArguments {
    @Option(help: "How many seconds to wait while another Fiber uses the same store.")
    var wait = 30

    func validate() throws {
        guard wait >= 0 else { throw ValidationError(Message("waitInvalid")) }
    }

    var openingMode: OpeningMode { .fetching(waiting: .seconds(wait)) }
}
