package dev.tradewind.catalog.search.filter;

/** Refusal of a filter, with a message for the caller that names the place. */
public final class FilterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FilterException(String message) {
    super(message, null, false, false);
  }
}
