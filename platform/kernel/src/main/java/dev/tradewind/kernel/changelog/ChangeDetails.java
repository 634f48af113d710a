package dev.tradewind.kernel.changelog;

/**
 * Details of the changes of one kind, in the memory of a reader of the log: the new state of what
 * has changed, so that it is not read again. Used on the event loop of its log.
 */
public interface ChangeDetails {

  /**
   * Applies the detail of a change. The changes of one position come in any order.
   *
   * @return whether it has the form that the reader knows; otherwise the change concerns everything
   */
  boolean apply(long position, String detail);

  /** Removes all details: everything is taken for changed. */
  void forget();
}
