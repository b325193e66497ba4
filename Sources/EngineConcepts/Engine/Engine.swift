/// Runs one Track: the interface for screens and commands. A process can have several engines.
///
/// It is composed of the roles that callers need. A caller takes the narrowest one: a list that starts refreshes is given
/// a ``TrackFilling``, a statistics screen a ``TrackObserving``. Windows of the Track are read through a ``TrackReader``.
///
/// Members can be used from any task; those that are not `async` never wait.
public protocol Engine: TrackObserving, TrackFilling, SupplierManaging, ActionManaging, TicketStoring {}
