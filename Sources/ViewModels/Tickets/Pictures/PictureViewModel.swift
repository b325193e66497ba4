public import EngineConcepts
import Localization

/// The state of the picture viewer.
public nonisolated struct PictureState: Equatable, Sendable {
    public var title: String
    /// The position among the pictures, in words, or empty if there is none.
    public var position: String
    /// The description of the picture.
    public var caption: String
    /// The content between the bars.
    public var body: ScreenBody<Picture>
}

/// The media of a ticket, one at a time and as large as the screen.
public final class PictureViewModel: ViewModel {
    /// An action of the picture viewer.
    public nonisolated enum Action: Equatable, Sendable {
        /// Set the available area.
        case resize(PictureSize)
        /// Go forward by this number of pictures; negative is back.
        case move(Int)
        case openInBrowser
        case copyLink
        /// Load it again.
        case retry
    }

    public private(set) var state: PictureState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>(isLoading: true)

    private let ticket: TicketID
    private let track: TrackServices
    private var session: Session { track.session }
    private let visiblePictures: VisiblePictures
    private var pictures: [TicketPicture]?
    private var failure: String?
    private var index = 0
    private var size = PictureSize(columns: 80, lines: 20)

    /// Creates the viewer of a ticket's media; ``start()`` loads them.
    public init(ticket: TicketID, track: TrackServices) {
        self.ticket = ticket
        self.track = track
        visiblePictures = VisiblePictures(session: track.session, enlarges: true)
        state = PictureState(
            title: "", position: "", caption: "", body: .words(track.session.localizer(.pictureLoading)))
        visiblePictures.onChange = { [weak self] in self?.publish() }
    }

    public func start() {
        session.activity.run { [self] in
            do {
                let (title, pictures) = try await read()
                state.title = title
                self.pictures = pictures
            } catch {
                failure = session.localizer(error)
            }
            publish()
            endLoading()
        }
    }

    public func stop() { visiblePictures.close() }

    public func send(_ action: Action) {
        switch action {
        case .resize(let size): self.size = PictureSize(columns: max(1, size.columns), lines: max(1, size.lines))
        case .move(let count): index.move(by: count, within: pictures?.count ?? 0)
        case .openInBrowser: session.links.open(current?.address, isPlayable: [.audio, .video].contains(current?.kind))
        case .copyLink: session.links.copy(current?.address)
        case .retry: _ = visiblePictures.retry()
        }
        publish()
    }

    private var current: TicketPicture? { pictures?.element(at: index) }

    private func read() async throws -> (String, [TicketPicture]) {
        guard let entry = try await track.reader.entry(ticket) else { return ("", []) }
        let presentation = await track.presenters.presentation(of: entry.ticket)
        return (presentation.title ?? presentation.byline?.name ?? "", TicketPicture.all(of: presentation))
    }

    private func key(of picture: TicketPicture) -> PictureKey {
        PictureKey(ticket: ticket, address: picture.address, size: size)
    }

    /// Updates the state and loads the picture and its neighbours.
    private func publish() {
        let localizer = session.localizer
        guard let current, let pictures else {
            if let failure {
                state.body = .notice(title: localizer(.readFailed, .text("")), hints: [failure])
            } else if pictures != nil {
                state.body = .notice(title: localizer(.pictureNone), hints: [])
            }
            return
        }
        if session.settings.pictureUse != .never { load(current, of: pictures) }
        state.position = localizer(.picturePosition, .number(index + 1), .number(pictures.count))
        state.caption = current.alternativeText ?? localizer(.noDescription)
        state.body = body(of: current)
    }

    /// Loads the current picture, and then those beside it.
    private func load(_ current: TicketPicture, of pictures: [TicketPicture]) {
        let beside = [index + 1, index - 1].compactMap { pictures.element(at: $0) }
        visiblePictures.want(
            seen: current.kind == .image ? [key(of: current)] : [],
            ahead: beside.filter { $0.kind == .image }.map(key))
    }

    private func body(of picture: TicketPicture) -> ScreenBody<Picture> {
        let localizer = session.localizer
        guard picture.kind == .image else {
            return .notice(title: localizer(picture.kind.message), hints: [localizer(.pictureOutside)])
        }
        guard session.pictureLoader != nil else {
            return .notice(title: localizer(.pictureNoSource), hints: [localizer(.pictureOutside)])
        }
        guard session.settings.pictureUse != .never else {
            return .notice(title: localizer(.pictureOff), hints: [localizer(.pictureOutside)])
        }
        return switch visiblePictures.statuses[key(of: picture)] {
        case .shown(let shown): .content(shown)
        case .failed(let message): .notice(title: message, hints: [localizer(.pictureRetry)])
        case .loading, nil: .words(localizer(.pictureLoading))
        }
    }
}

extension Media.Kind {
    /// The name of this kind of media.
    nonisolated var message: Message { Message("media.\(rawValue)") }
}
