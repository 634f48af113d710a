package dev.tradewind.archive;

import java.util.List;

/**
 * Digest of the rows of a table, equal for equal rows in any order and on any server.
 *
 * @param columns over which the sum is; a later version may have further ones
 * @param sum of the hashes of all rows
 */
record Digest(List<String> columns, long rows, String sum) {}
