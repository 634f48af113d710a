package dev.tradewind.kernel.changelog;

/** Kind of change in a change log. */
public interface ChangeKind {

  /** The name in the database. */
  String label();
}
