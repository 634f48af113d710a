package dev.tradewind.kernel.resource;

/** A column of a resource; its name is its name on the wire. */
public record Column(String name, ColumnType type) {}
