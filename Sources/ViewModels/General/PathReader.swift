/// Reads the paths that complete a typed one. Keys wait for them.
final class PathReader {
    private let session: Session
    private var requests = RequestSequence()
    private var completion = LineCompletion()

    init(session: Session) { self.session = session }

    /// Reads the paths that begin with a typed one.
    ///
    /// - Parameters:
    ///   - model: The view-model whose keys wait until the paths are used.
    ///   - use: Not called if the wait was ended meanwhile.
    func read(_ typed: String, for model: some ViewModel, _ use: @escaping ([PathMatch]) -> Void) {
        let request = requests.begin()
        model.beginLoading(.paths)
        session.activity.run { [self] in
            let found = await session.programs.paths(beginningWith: typed)
            guard requests.end(request) else { return }
            use(found)
            model.endLoading(.paths)
        }
    }

    /// Completes a typed path, with the match this far after the present one.
    ///
    /// - Parameters:
    ///   - model: The view-model whose keys wait until the path is used.
    ///   - use: Called with the completed path, unless nothing matches or the wait was ended meanwhile.
    func complete(_ typed: String, by count: Int, for model: some ViewModel, _ use: @escaping (String) -> Void) {
        read(completion.begin(typed), for: model) { [self] found in
            if let completed = completion.take(count, of: found.map(\.path)) { use(completed) }
        }
    }

    /// Ends the wait for paths, which are no longer needed.
    func cancel(for model: some ViewModel) {
        requests.cancel()
        model.endLoading(.paths)
    }
}
