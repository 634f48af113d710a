package dev.tradewind.apidocs;

import java.util.List;

/**
 * Property of a schema, as pages show it.
 *
 * @param type as a reader says it, such as {@code list of LineItem}
 * @param limits of the value, each in a few words
 * @param values the only ones that are allowed; empty if there are others
 * @param children properties of the value, or of the elements of a list; shared between rows
 */
record SchemaRow(
    String name,
    String type,
    boolean isRequired,
    boolean isNullable,
    List<String> limits,
    List<String> values,
    String description,
    List<SchemaRow> children) {}
