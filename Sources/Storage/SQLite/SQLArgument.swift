/// A value that can be bound to a statement: to one placeholder, or to several in their order.
protocol SQLArgument {
    func bind(to statement: inout SQLStatement)
}

extension Int64: SQLArgument {
    func bind(to statement: inout SQLStatement) { statement.bind(self) }
}

extension Bool: SQLArgument {
    func bind(to statement: inout SQLStatement) { statement.bind(self) }
}

extension String: SQLArgument {
    func bind(to statement: inout SQLStatement) { statement.bind(self) }
}

extension [UInt8]: SQLArgument {
    func bind(to statement: inout SQLStatement) { statement.bind(self) }
}

extension Optional: SQLArgument where Wrapped: SQLArgument {
    func bind(to statement: inout SQLStatement) {
        if let self { self.bind(to: &statement) } else { statement.bindNull() }
    }
}

/// The name of an item as an argument.
struct ItemName: SQLArgument {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    func bind(to statement: inout SQLStatement) { statement.bind(name: name) }
}
