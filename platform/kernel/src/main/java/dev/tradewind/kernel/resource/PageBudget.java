package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory budget of the rows of one page, counted row by row while they arrive, so that a page of
 * large rows is refused before it is in memory as a whole. The limits suit a node with 512 MB: its
 * verticles read as many pages concurrently as they have connections.
 */
public final class PageBudget {

  /** Length of a list response in bytes. */
  public static final int MAX_RESPONSE = 16 << 20;

  /** Approximate memory of the rows of a page; what a response shows of them is about half. */
  static final long MAX_ROWS = 32L << 20;

  private static final int MEMORY_OF_VALUE = 32;

  private long size;

  /**
   * Counts a row, or a part of it.
   *
   * @throws Problem {@code InvalidData} if the page has become too large
   */
  public void add(@Nullable Object content) {
    size += size(content, MEMORY_OF_VALUE);
    if (size > MAX_ROWS) {
      throw exceeded("rows of the page have", MAX_ROWS);
    }
  }

  public static Problem exceededByResponse() {
    return exceeded("page has", MAX_RESPONSE);
  }

  private static Problem exceeded(String what, long bytes) {
    return Problem.invalidData(
        "limit is too large: the " + what + " more than " + (bytes >> 20) + " MiB");
  }

  /** Approximate length of a value in a response. */
  public static long length(@Nullable Object value) {
    return size(value, 0);
  }

  /**
   * Approximate size of a value with its content: texts and names by their characters.
   *
   * @param ofValue of an entry of a map, an element of a list, or an object without its content
   */
  static long size(@Nullable Object value, int ofValue) {
    return ofValue
        + switch (value) {
          case JsonObject object -> ofMembers(object.getMap(), ofValue);
          case Map<?, ?> members -> ofMembers(members, ofValue);
          case JsonArray elements -> ofElements(elements.getList(), ofValue);
          case List<?> elements -> ofElements(elements, ofValue);
          case CharSequence text -> text.length();
          case null, default -> 0;
        };
  }

  private static long ofMembers(Map<?, ?> members, int ofValue) {
    long size = 0;
    for (Map.Entry<?, ?> member : members.entrySet()) {
      size += String.valueOf(member.getKey()).length() + size(member.getValue(), ofValue);
    }
    return size;
  }

  private static long ofElements(List<?> elements, int ofValue) {
    long size = 0;
    for (Object element : elements) {
      size += size(element, ofValue);
    }
    return size;
  }
}
