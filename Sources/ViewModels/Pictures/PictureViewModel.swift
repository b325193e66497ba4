public import EngineConcepts

/// Everything that the viewer of pictures shows.
public nonisolated struct PictureState: Equatable, Sendable {
    /// What stands between the bars.
    public enum Body: Equatable, Sendable {
        /// The ticket, or the picture, is on its way.
        case loading(String)
        /// There is nothing to show here: why, and what can be done.
        case notice(title: String, hint: String?)
        /// The picture.
        case picture(Picture)
    }

    /// Whose pictures they are.
    public var title: String
    /// Which one of how many, in words; empty where there is none.
    public var position: String
    /// The words that stand in for it.
    public var caption: String
    /// What stands between the bars.
    public var body: Body
}

/// What can be done in the viewer.
public nonisolated enum PictureAction: Equatable, Sendable {
    /// The screen has so much room for a picture.
    case resize(PictureSize)
    /// Go on by so many; negative is back.
    case move(Int)
    /// Open the picture outside.
    case openInBrowser
    /// Copy its address.
    case copyLink
    /// Ask for it again.
    case retry
}

/// One ticket's media, one after the other, as large as the screen.
public final class PictureViewModel {
    /// What the screen shows.
    public private(set) var state: PictureState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private let ticket: TicketID
    private let services: ReaderServices
    private let shelf: VisibleImages
    private var pictures: [TicketPicture]?
    private var failure: String?
    private var index = 0
    private var size = PictureSize(columns: 80, lines: 20)

    /// Makes the viewer of a ticket's media; ``start()`` reads them.
    public init(ticket: TicketID, services: ReaderServices) {
        self.ticket = ticket
        self.services = services
        shelf = VisibleImages(services: services, enlarges: true)
        state = PictureState(title: "", position: "", caption: "", body: .loading(services.wording(.pictureLoading)))
        shelf.onChange = { [weak self] in self?.publish() }
    }

    /// Reads the ticket.
    public func start() {
        services.activity.run { [weak self] in
            guard let self else { return }
            do {
                let (title, pictures) = try await read()
                state.title = title
                self.pictures = pictures
            } catch {
                failure = services.wording.words(for: error)
            }
            publish()
        }
    }

    /// Lets go of what is under way.
    public func stop() {
        shelf.close()
    }

    /// Does what the reader asks.
    public func send(_ action: PictureAction) {
        switch action {
        case .resize(let size): self.size = PictureSize(columns: max(1, size.columns), lines: max(1, size.lines))
        case .move(let count): index = min(max(0, index + count), max(0, (pictures?.count ?? 0) - 1))
        case .openInBrowser: services.open(current?.address)
        case .copyLink: services.copy(current?.address)
        case .retry: _ = shelf.retry()
        }
        publish()
    }

    private var current: TicketPicture? {
        pictures.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }

    private func read() async throws -> (String, [TicketPicture]) {
        guard let entry = try await services.reader.entry(ticket) else { return ("", []) }
        let presenter = await services.presenters.presenters(for: [ticket.supplier])[ticket.supplier]
        let presentation = presenter?.present(entry.ticket) ?? Presentation(title: entry.ticket.body.title)
        return (presentation.title ?? presentation.byline?.name ?? "", TicketPicture.all(of: presentation))
    }

    private func key(of picture: TicketPicture) -> PictureKey {
        PictureKey(ticket: ticket, address: picture.address, size: size)
    }

    /// Shows what is known now, and asks for the picture and for its neighbours.
    private func publish() {
        let wording = services.wording
        guard let current, let pictures else {
            if let failure {
                state.body = .notice(title: wording(.readFailed, .words("")), hint: failure)
            } else if pictures != nil {
                state.body = .notice(title: wording(.pictureNone), hint: nil)
            }
            return
        }
        if services.settings.pictureUse != .never {
            let around = [index + 1, index - 1].filter { pictures.indices.contains($0) }.map { pictures[$0] }
            shelf.want(
                seen: current.kind == .image ? [key(of: current)] : [],
                ahead: around.filter { $0.kind == .image }.map(key))
        }
        state.position = wording(.picturePosition, .number(index + 1), .number(pictures.count))
        state.caption = current.alternativeText ?? wording(.noDescription)
        state.body = body(of: current)
    }

    private func body(of picture: TicketPicture) -> PictureState.Body {
        let wording = services.wording
        guard picture.kind == .image else {
            return .notice(title: services.wording(picture.kind.phrase), hint: wording(.pictureOutside))
        }
        guard services.pictures != nil else {
            return .notice(title: wording(.pictureNoSource), hint: wording(.pictureOutside))
        }
        guard services.settings.pictureUse != .never else {
            return .notice(title: wording(.pictureOff), hint: wording(.pictureOutside))
        }
        return switch shelf.statuses[key(of: picture)] {
        case .shown(let shown): .picture(shown)
        case .failed(let message): .notice(title: message, hint: wording(.pictureRetry))
        case .loading, nil: .loading(wording(.pictureLoading))
        }
    }
}

extension Media.Kind {
    /// The word for it.
    nonisolated var phrase: MessageKey {
        switch self {
        case .image: .mediaImage
        case .video: .mediaVideo
        case .audio: .mediaAudio
        case .file: .mediaFile
        }
    }
}
