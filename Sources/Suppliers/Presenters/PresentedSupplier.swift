import EngineConcepts

/// A supplier with a presenter other than that of its kind, as configured.
struct PresentedSupplier: Supplier {
    let supplier: any Supplier
    let presenter: any Presenter

    init(_ supplier: any Supplier, as choice: PresentedAs) {
        self.supplier = supplier
        presenter =
            switch choice {
            case .articles: ArticlePresenter(publisher: supplier.name)
            case .posts: PostPresenter()
            case .stories: StoryPresenter()
            case .lines: LinePresenter(source: supplier.name)
            }
    }

    var id: SupplierID { supplier.id }
    var name: String { supplier.name }
    var kind: SupplierKind { supplier.kind }
    var traits: SupplierTraits { supplier.traits }
    var timeThreshold: Timestamp? { get async { await supplier.timeThreshold } }

    func poolSetup() async throws(SupplierError) {
        try await supplier.poolSetup()
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        try await supplier.fetch(request)
    }

    func poolCleanup() async {
        await supplier.poolCleanup()
    }

    func clearCurrentData() async {
        await supplier.clearCurrentData()
    }

    var account: (any AccountActor)? { supplier.account }

    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        supplier.stream(request)
    }

    func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        await supplier.perform(request, on: ticket)
    }
}
