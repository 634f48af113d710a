package dev.tradewind.catalog.search.query;

/** Refusal of a search in Meilisearch's terms. */
public final class SearchProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Code of a refusal while the index is being filled, unlike that of too many searches. */
  public static final String NOT_ACCESSIBLE = "index_not_accessible";

  private static final int MAX_SHOWN = 100;

  private final int status;
  private final String code;

  private SearchProblem(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  /**
   * @param code such as {@code invalid_search_q}
   */
  public static SearchProblem invalid(String code, String message) {
    return new SearchProblem(400, code, message);
  }

  public static SearchProblem filter(String message) {
    return invalid("invalid_search_filter", message);
  }

  public static SearchProblem unknownIndex(String index) {
    return new SearchProblem(404, "index_not_found", "Index `" + shown(index) + "` not found.");
  }

  /** More searches at a time than the node takes. */
  public static SearchProblem tooMany() {
    return new SearchProblem(
        503, "too_many_search_requests", "Too many searches at a time. Please retry.");
  }

  /** A search that took too long. */
  public static SearchProblem tooSlow() {
    return new SearchProblem(
        503, "too_many_search_requests", "The search took too long. Please simplify it.");
  }

  /** A damaged index, which is replaced. */
  static SearchProblem unreadable() {
    return new SearchProblem(
        503, NOT_ACCESSIBLE, "The search index is being filled. Please retry.");
  }

  /** Text of a caller in a message, cut. */
  static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  /** The same refusal of one of several queries. */
  public SearchProblem within(int query) {
    return new SearchProblem(status, code, "Inside `.queries[" + query + "]`: " + getMessage());
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }
}
