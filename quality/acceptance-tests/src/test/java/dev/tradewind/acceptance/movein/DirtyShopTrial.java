package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Trial of dirty shops: what the check passes the move takes and reads show, and what the check
 * refuses the copy refuses, but for JSON that reads could not show and rows that it would correct.
 *
 * <p>Shops of one database are checked and moved together. A shop whose dirt concerns what it
 * shares with the others, or of which it is not clear that the check or the move refused it, is
 * tried again in a database of its own, and so is one of several that the check has named.
 */
final class DirtyShopTrial {

  private static final int TOGETHER = 50;

  /** Shops that the check names of which one is tried alone. */
  private static final int NAMED = 4;

  private final long firstSeed;
  private final boolean isRead;
  private final List<String> failures = new ArrayList<>();

  private DirtyShopTrial(long firstSeed, boolean isRead) {
    this.firstSeed = firstSeed;
    this.isRead = isRead;
  }

  /**
   * Seeds of databases of shops: the first one of each.
   *
   * @param shops number of shops, at least
   */
  static List<Long> firstSeeds(long first, int shops) {
    List<Long> seeds = new ArrayList<>();
    for (long seed = first; seed < first + shops; seed += TOGETHER) {
      seeds.add(seed);
    }
    return seeds;
  }

  /**
   * Tries the shops of a database.
   *
   * @param isRead whether they are also read through the API
   * @return what does not hold
   */
  static List<String> failures(long firstSeed, boolean isRead) {
    DirtyShopTrial trial = new DirtyShopTrial(firstSeed, isRead);
    trial.together();
    return trial.failures;
  }

  static MoveReport move(TestDatabase source, TestDatabase target) {
    return MoveIn.run(config(source), config(target), (copy, rows, expected) -> {});
  }

  static List<String> reads(String name, TestDatabase target) {
    Shop shop = Shop.on(target.url());
    try {
      return new ReadsOfEverything(shop, target)
          .failures().stream().map(each -> name + ": " + each).toList();
    } finally {
      shop.close();
    }
  }

  private void together() {
    TestDatabase source = DirtyShops.clean(TOGETHER);
    TestDatabase target = Shop.migratedDatabase();
    DirtyShops shops = new DirtyShops(source);
    Map<Integer, List<String>> dirt = new TreeMap<>();
    Set<Integer> alone = new TreeSet<>();
    for (int shop = 1; shop <= TOGETHER; shop++) {
      int number = shop;
      shops
          .soil(shop, seed(shop), false)
          .ifPresentOrElse(done -> dirt.put(number, done), () -> alone.add(number));
    }
    SourceCheck.Result check = SourceCheck.run(config(source));
    while (check.severity() == Severity.ERROR) {
      Set<Integer> suspects = suspects(check, dirt);
      suspects.forEach(shops::remove);
      dirt.keySet().removeAll(suspects);
      alone.addAll(tried(check, suspects));
      check = SourceCheck.run(config(source));
    }
    String refusal = refusal(source, target);
    if (!refusal.isEmpty()) {
      alone.addAll(dirt.keySet());
    }
    alone.forEach(shop -> alone(seed(shop)));
    if (!refusal.isEmpty() && failures.isEmpty()) {
      failures.add("%s: %s".formatted(name(dirt), refusal));
    } else if (isRead) {
      failures.addAll(reads(name(dirt), target));
    }
    source.drop();
    target.drop();
  }

  private long seed(int shop) {
    return firstSeed + shop - 1;
  }

  private String name(Map<Integer, List<String>> dirt) {
    return dirt.entrySet().stream()
        .map(each -> "seed %s: %s".formatted(seed(each.getKey()), each.getValue()))
        .collect(Collectors.joining("\n"));
  }

  /** Why the move does not take the shops; empty if it does. */
  static String refusal(TestDatabase source, TestDatabase target) {
    try {
      MoveReport report = move(source, target);
      return report.isVerified() ? "" : report.toText();
    } catch (MoveInException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** The suspects that are tried alone: those that are not named, and some of the others. */
  private Set<Integer> tried(SourceCheck.Result check, Set<Integer> suspects) {
    Set<Integer> named = named(check);
    return suspects.stream()
        .filter(shop -> !named.contains(shop) || seed(shop) % NAMED == 0)
        .collect(Collectors.toSet());
  }

  private static Set<Integer> named(SourceCheck.Result check) {
    return errors(check).stream()
        .flatMap(error -> DirtyShops.named(error.examples()).stream())
        .collect(Collectors.toSet());
  }

  /** Shops that errors name; else those with dirt in the tables of the errors; else all. */
  private static Set<Integer> suspects(SourceCheck.Result check, Map<Integer, List<String>> dirt) {
    Set<Integer> named = new TreeSet<>(named(check));
    named.retainAll(dirt.keySet());
    Set<String> words = new TreeSet<>();
    errors(check).forEach(error -> words.addAll(List.of(error.subject().split("\\W+"))));
    if (named.isEmpty()) {
      dirt.forEach((shop, statements) -> {
        if (words.stream().anyMatch(word -> statements.toString().contains("UPDATE \"" + word))) {
          named.add(shop);
        }
      });
    }
    if (named.isEmpty() && dirt.isEmpty()) {
      throw new AssertionError("The check refuses clean shops: " + check.toText());
    }
    return named.isEmpty() ? Set.copyOf(dirt.keySet()) : named;
  }

  private static List<SourceCheck.Finding> errors(SourceCheck.Result check) {
    return check.findings().stream().filter(each -> each.severity() == Severity.ERROR).toList();
  }

  /** The command refuses it for the sake of reads, or until it may correct it. */
  private static boolean isTakenByTheCopy(SourceCheck.Finding error) {
    return error.subject().startsWith("JSON of ") || error.correction() != null;
  }

  private void alone(long seed) {
    TestDatabase source = DirtyShops.clean(1);
    TestDatabase target = Shop.migratedDatabase();
    List<String> dirt = new DirtyShops(source).soil(1, seed, true).orElseThrow();
    SourceCheck.Result check = SourceCheck.run(config(source));
    boolean isPassed = check.severity() != Severity.ERROR;
    String refusal = refusal(source, target);
    String name = "seed %s: %s".formatted(seed, dirt);
    if (isPassed && !refusal.isEmpty()) {
      failures.add("%s: the check passes what a move refuses: %s".formatted(name, refusal));
    } else if (!isPassed
        && refusal.isEmpty()
        && errors(check).stream().noneMatch(DirtyShopTrial::isTakenByTheCopy)) {
      failures.add("%s: the check refuses what a move takes: %s".formatted(name, check.toText()));
    } else if (isPassed && isRead && seed % TOGETHER == 0) {
      failures.addAll(reads(name, target));
    }
    source.drop();
    target.drop();
  }
}
