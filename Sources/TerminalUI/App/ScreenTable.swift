public import Coordinators
import TerminalDriver
import ViewModels

/// A screen of the program: its place in the flow, and the controller that draws it.
public nonisolated struct ScreenRow: Sendable {
    /// Its name, where it opens, and how its view-model is made.
    public let descriptor: ScreenDescriptor
    /// Makes the controller, or returns `nil` for a view-model of another screen.
    let controller: @MainActor @Sendable (any ViewModel, FiberApp) -> (any ScreenController)?

    /// Creates a row for a screen whose view-models are of the type that `controller` takes.
    init<Model: AnyObject>(
        _ descriptor: ScreenDescriptor,
        _ controller: @escaping @MainActor @Sendable (Model, FiberApp) -> any ScreenController
    ) {
        self.descriptor = descriptor
        self.controller = { model, app in (model as? Model).map { controller($0, app) } }
    }
}

/// All screens. A new screen is a view-model, a controller, a descriptor, and one row here.
public nonisolated enum ScreenTable {
    /// The rows, the root first.
    public static let rows: [ScreenRow] = [
        ScreenRow(.timeline) { timeline($0, of: $1) },
        ScreenRow(.profile) { OutlineController(model: $0, ui: $1.ui) },
        ScreenRow(.thread) { OutlineController(model: $0, ui: $1.ui) },
        ScreenRow(.ticket) { TicketController(model: $0, ui: $1.ui) },
        ScreenRow(.actions) { PostActionsController(model: $0, ui: $1.ui) },
        ScreenRow(.note) { NoteController(model: $0, ui: $1.ui) },
        ScreenRow(.personLink) { PersonLinkController(model: $0, ui: $1.ui) },
        ScreenRow(.links) { LinksController(model: $0, ui: $1.ui) },
        ScreenRow(.pictures) { PictureController(model: $0, ui: $1.ui) },
        ScreenRow(.share) { ShareController(model: $0, ui: $1.ui) },
        ScreenRow(.compose) { ComposeController(model: $0, ui: $1.ui) },
        ScreenRow(.drafts) { DraftsController(model: $0, ui: $1.ui) },
        ScreenRow(.topics) { TopicsController(model: $0, ui: $1.ui) },
        ScreenRow(.filtered) { FilteredController(model: $0, ui: $1.ui) },
        ScreenRow(.rules) { RuleListController(model: $0, ui: $1.ui) },
        ScreenRow(.rule) { RuleEditorController(model: $0, ui: $1.ui) },
        ScreenRow(.search) { SearchController(model: $0, ui: $1.ui) },
        ScreenRow(.help) { HelpController(model: $0, ui: $1.ui) },
        ScreenRow(.messages) { MessagesController(model: $0, ui: $1.ui) },
        ScreenRow(.accounts) { AccountsController(model: $0, ui: $1.ui) },
        ScreenRow(.sources) { SourceManagerController(model: $0, ui: $1.ui) },
        ScreenRow(.sourceList) { SourceListController(model: $0, ui: $1.ui) },
        ScreenRow(.settings) { SettingsController(model: $0, ui: $1.ui) },
        ScreenRow(.developer) { DeveloperController(model: $0, ui: $1.ui) },
        ScreenRow(.credits) { CreditsController(model: $0, ui: $1.ui) },
        ScreenRow(.command) { CommandController(model: $0, ui: $1.ui, host: $1) },
        ScreenRow(.onboarding) { OnboardingController(model: $0, ui: $1.ui) },
    ]

    @MainActor
    private static func timeline(_ model: TimelineViewModel, of app: FiberApp) -> any ScreenController {
        model.onProgress = { [weak app] in app?.loop.setNeedsDisplayForProgress() }
        return TimelineController(model: model, ui: app.ui)
    }

    /// The names of the screens that open by their name alone: those of `fiber open`.
    public static var openable: [ScreenName] {
        rows.map(\.descriptor).filter { $0.make != nil && $0.name != .topics }.map(\.name)
    }
}
