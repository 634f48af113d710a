package dev.tradewind.archive;

import java.util.List;

/**
 * Foreign key of a table.
 *
 * @param table that is referenced
 * @param isNullable whether rows may be without it
 * @param isDeferred whether it is checked at the end of the transaction
 */
record Reference(List<String> columns, String table, boolean isNullable, boolean isDeferred) {}
