/// Reads the paths that complete a typed one. Keys wait for them.
final class PathReader {
    private let session: Session
    private var requests = RequestSequence()

    init(session: Session) { self.session = session }

    /// True while keys wait for paths.
    var isReading: Bool { requests.isPending }

    /// Reads the paths that begin with a typed one.
    ///
    /// - Parameters:
    ///   - model: The view-model whose keys wait until the paths are used.
    ///   - use: Not called if the wait was ended meanwhile.
    func read(_ typed: String, for model: some ViewModel, _ use: @escaping ([PathMatch]) -> Void) {
        let request = requests.begin()
        session.activity.run { [self] in
            let found = await session.programs.paths(beginningWith: typed)
            guard requests.end(request) else { return }
            use(found)
            model.resumeInput()
        }
    }

    /// Ends the wait for paths, which are no longer needed.
    func cancel(for model: some ViewModel) {
        guard isReading else { return }
        let request = requests.begin()
        requests.end(request)
        model.resumeInput()
    }
}
