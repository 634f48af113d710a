package dev.tradewind.archive;

/** Listener to the progress of an export or import. */
@FunctionalInterface
public interface ArchiveListener {

  /**
   * @param table that is exported or imported at the moment
   * @param rows done so far
   * @param expected number of all rows
   */
  void progressed(String table, long rows, long expected);

  /**
   * Tells of a row that the API cannot show, and that is exported as it is in its table.
   *
   * @param resource name of its file
   * @param reason what the API answered
   */
  default void writtenAsItIs(String resource, String id, String reason) {}
}
