import EngineConcepts

extension Timestamp {
    /// The value of the column `age`: the bitwise complement of the time, which ascends in the Track's order.
    var age: Int64 { ~milliseconds }

    init(age: Int64) {
        self.init(milliseconds: ~age)
    }
}

extension Timeframe: SQLArgument {
    /// Binds the bounds for the condition `age > ? AND age <= ?`.
    func bind(to statement: inout SQLStatement) {
        statement.bind(start.age)
        statement.bind(end.age)
    }
}

extension OrderKey {
    /// Creates the place of a ticket with these columns.
    init(age: Int64, native: Int64, _ id: TicketID) {
        self.init(time: Timestamp(age: age), nativeOrder: native, id: id)
    }

    /// Creates the place of a ticket with these columns.
    init(age: Int64, native: Int64, supplier: String, item: String) {
        self.init(age: age, native: native, TicketID(supplier: SupplierID(supplier), item: item))
    }
}
