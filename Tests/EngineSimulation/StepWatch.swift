import Synchronization

/// Prints the step of a simulation that does not end, which a run that hangs would not say.
final class StepWatch: Sendable {
    private struct State {
        var steps: [String] = []
        var began = ContinuousClock.now
        var isReported = false
    }

    /// The time after which a step is late: longer than a step waits while all tests begin at once, and shorter than a run may
    /// take.
    private static let maximumStepTime = Duration.seconds(900)

    private let state = Mutex(State())

    func begin(_ step: String) {
        state.withLock { state in
            state.steps.append(step)
            state.began = .now
            state.isReported = false
        }
    }

    /// Runs a simulation, and watches its steps.
    func watching(_ name: String, _ simulation: () async throws -> Void) async rethrows {
        let watch = Task.detached {
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(10)) } catch { return }
                guard let steps = self.lateSteps() else { continue }
                print("\(name): the last of these steps has not ended after \(Self.maximumStepTime):\n\(steps)")
            }
        }
        defer { watch.cancel() }
        try await simulation()
    }

    /// Returns the steps so far, once, if the last one takes too long.
    private func lateSteps() -> String? {
        state.withLock { state in
            guard !state.isReported, state.began.duration(to: .now) > Self.maximumStepTime else { return nil }
            state.isReported = true
            return state.steps.joined(separator: "\n")
        }
    }
}
