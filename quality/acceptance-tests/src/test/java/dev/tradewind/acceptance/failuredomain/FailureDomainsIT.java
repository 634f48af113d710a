package dev.tradewind.acceptance.failuredomain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.FixedRateLoop;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import dev.tradewind.acceptance.chaos.Fault;
import dev.tradewind.testing.Lane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failure domains: each part of the shop is stopped alone, and what shoppers and staff can still do
 * is what docs/operations/failure-domains.md says. Started again, everything works, also what was
 * refused before, on the same carts and orders. What can be done again has the same outcome then,
 * in the long form for five minutes under load.
 */
class FailureDomainsIT {

  private static final Duration AWAY =
      Duration.ofSeconds(Lane.count("tradewind.domains.seconds", 0, 300));

  private static final int REQUESTS_PER_SECOND = 20;

  private static final List<DomainProbe> REPEATABLE =
      List.of(DomainProbe.values()).stream().filter(DomainProbe::isRepeatable).toList();

  @Test
  void nothingElseFailsThanThePageSays(@TempDir Path folder) {
    FailureDomainTable found = new FailureDomainTable();
    Queue<String> changed = new ConcurrentLinkedQueue<>();
    try (DomainCluster cluster = DomainCluster.start(folder)) {
      DomainShop shop = DomainShop.open(cluster);
      assertAllWork("while nothing is unavailable", outcomes(DomainWork.prepare(shop)));
      for (FailureDomain domain : FailureDomain.values()) {
        DomainWork work = DomainWork.prepare(shop);
        cluster.stop(domain);
        Map<DomainProbe, String> refused = outcomes(work);
        found.set(domain, refused);
        Consumer<DomainProbe> again =
            probe -> {
              String outcome = probe.run(work);
              if (!outcome.equals(refused.get(probe))) {
                changed.add("%s without %s: %s".formatted(probe, domain, outcome));
              }
            };
        REPEATABLE.forEach(again);
        load(domain, again);
        cluster.startAgain(domain);
        assertAllWork("after the return of " + domain.title(), repeated(refused, work));
      }
    }
    if (Boolean.getBoolean("tradewind.domains.write")) {
      found.write();
    }
    assertThat(found.text()).isEqualTo(FailureDomainTable.ofPage());
    assertThat(changed).as("outcomes that changed while a part was unavailable").isEmpty();
  }

  private static void assertAllWork(String when, Map<DomainProbe, String> outcomes) {
    assertThat(outcomes)
        .as(when)
        .allSatisfy(
            (probe, outcome) -> assertThat(outcome).as(probe.title()).isEqualTo(DomainProbe.WORKS));
  }

  private static Map<DomainProbe, String> outcomes(DomainWork work) {
    Map<DomainProbe, String> outcomes = new EnumMap<>(DomainProbe.class);
    for (DomainProbe probe : DomainProbe.values()) {
      outcomes.put(probe, probe.run(work));
    }
    return outcomes;
  }

  /** The outcomes of what was refused, on the same carts and orders. */
  private static Map<DomainProbe, String> repeated(
      Map<DomainProbe, String> refused, DomainWork work) {
    Map<DomainProbe, String> outcomes = new EnumMap<>(DomainProbe.class);
    refused.forEach((probe, outcome) -> {
      if (!outcome.equals(DomainProbe.WORKS)) {
        outcomes.put(probe, probe.run(work));
      }
    });
    return outcomes;
  }

  private static void load(FailureDomain domain, Consumer<DomainProbe> again) {
    if (AWAY.isZero()) {
      return;
    }
    AtomicLong requests = new AtomicLong();
    AtomicLong slowestMillis = new AtomicLong();
    try (FixedRateLoop arriving =
        FixedRateLoop.start(
            REQUESTS_PER_SECOND,
            REQUESTS_PER_SECOND,
            number -> {
              long began = System.nanoTime();
              again.accept(REPEATABLE.get(number % REPEATABLE.size()));
              slowestMillis.accumulateAndGet(Fault.millisSince(began), Math::max);
              requests.incrementAndGet();
            })) {
      ChaosCluster.pause(AWAY);
    }
    System.out.printf(
        "Without %s for %d s: %d requests, the slowest %d ms%n",
        domain.title(), AWAY.toSeconds(), requests.get(), slowestMillis.get());
  }
}
