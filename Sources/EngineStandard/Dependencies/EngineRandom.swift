import EngineConcepts
import Synchronization

/// The random numbers of an engine, from one generator. Can be used from any thread.
final class EngineRandom: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = Mutex(generator) }

    /// Returns a new identity of an action.
    func actionID() -> ActionID {
        generator.withLock { ActionID.random(using: &$0) }
    }

    /// Returns a random number from 0 to 999, for the jitter of delays.
    func jitter() -> Int {
        generator.withLock { Int.random(in: 0..<1000, using: &$0) }
    }
}
