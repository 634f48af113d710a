package dev.tradewind.launcher.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counter of differences by type, which keeps a bounded number of their ids. */
final class FoundBuilder {

  private static final int MAX_IDS = 10_000;

  private final Map<String, Long> byType = new TreeMap<>();
  private final List<String> ids = new ArrayList<>();
  private long count;

  void add(String type, String id) {
    count++;
    byType.merge(type, 1L, Long::sum);
    if (ids.size() < MAX_IDS) {
      ids.add(id);
    }
  }

  long ofType(String type) {
    return byType.getOrDefault(type, 0L);
  }

  RestoreReport.Found build() {
    return new RestoreReport.Found(count, byType, ids);
  }
}
