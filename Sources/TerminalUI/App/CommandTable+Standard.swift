nonisolated extension CommandTable {
    /// All commands of Fiber. A controller with commands of its own adds its group here.
    public static let standard = CommandTable([
        .results, TimelineController.commands, TicketController.matchCommands, TicketController.commands,
        OutlineController.commands, .currentTicket, .list, PostActionsController.commands, LinksController.commands,
        PictureController.commands, ShareController.commands, ComposeController.commands, DraftsController.commands,
        AccountsController.commands, AccountsController.signInCommands, SourceManagerController.commands,
        SourceListController.commands, FilteredController.commands, RuleListController.commands,
        SettingsController.commands, DeveloperController.commands, HelpController.commands, FiberApp.everywhere,
    ])
}
