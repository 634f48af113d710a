package dev.tradewind.statuspage;

import org.jspecify.annotations.Nullable;

/**
 * Something that needs attention.
 *
 * @param text a sentence
 * @param runbook name of the alert whose section of the runbook helps; absent without one
 */
record Finding(Level level, String text, @Nullable String runbook) {

  /** Level of a finding, and of a shop with it; the worst one last. */
  enum Level {
    /** Nothing to do. */
    WELL,
    /** To be looked at within a working day. */
    NOTICE,
    /** To be looked at now. */
    PROBLEM
  }
}
