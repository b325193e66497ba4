import FiberConfiguration

nonisolated extension RowTemplate {
    /// Returns the error in the value of a setting that holds a template, or `nil` if it is valid or no template.
    static func error(in value: SettingValue, of setting: Setting) -> RowTemplateError? {
        guard setting.table == "rows", case .words(let lines) = value, !lines.isEmpty else { return nil }
        do throws(RowTemplateError) {
            _ = try RowTemplate(lines)
            return nil
        } catch {
            return error
        }
    }
}
