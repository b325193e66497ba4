/// The progress of the files that are being sent to servers. One instance per run; screens observe it.
public final class UploadProgress {
    /// The part that was sent, or `nil` if nothing is being sent.
    private(set) var progress: (sent: Int, total: Int)?
    let changes = Observers<Void>()

    /// Adopts the number of sent bytes, or that nothing is being sent any more.
    public func update(_ progress: (sent: Int, total: Int)?) {
        self.progress = progress
        changes.notify(())
    }
}
