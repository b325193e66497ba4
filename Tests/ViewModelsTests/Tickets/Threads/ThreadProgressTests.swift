import EngineConcepts
import Testing

@testable import ViewModels

@Suite("The progress of a thread's requests")
struct ThreadProgressTests {
    private let gap = ThreadGap(.replies(to: "a"))

    @Test("A gap is filled once at a time, and its failure is shown until it is filled again")
    func gaps() {
        var progress = ThreadProgress()
        #expect(progress.beginFilling(gap))
        #expect(!progress.beginFilling(gap))
        progress.endFilling(gap, failure: "no answer")
        #expect(progress.filling.isEmpty && progress.failures == [gap: "no answer"])
        #expect(progress.beginFilling(gap))
        #expect(progress.failures.isEmpty)
        progress.endFilling(gap)
        #expect(progress.filling.isEmpty && progress.failures.isEmpty)
    }

    @Test("A thread is busy while its posts or those of a gap are requested, and a new load forgets failures")
    func busy() {
        var progress = ThreadProgress()
        #expect(progress.isBusy)
        progress.failLoading("no connection")
        #expect(!progress.isBusy && progress.phase == .failed("no connection"))
        #expect(progress.beginFilling(gap))
        #expect(progress.isBusy)
        progress.endFilling(gap, failure: "no answer")
        progress.beginLoading()
        #expect(progress.isBusy && progress.failures == [gap: "no answer"])
        progress.endLoading()
        #expect(!progress.isBusy && progress.phase == .loaded && progress.failures.isEmpty)
    }
}
