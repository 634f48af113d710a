package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.FixedRateLoop;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Fault to inject into the cluster. After each one all nodes and services run again. */
public enum Fault {
  NODE_KILLED("kill -9 of a random node, and its restart") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      ChaosNode victim = cluster.anyNode();
      ChaosNode asked = victim == cluster.gateway() ? cluster.first() : cluster.gateway();
      try (Probe probe = cluster.probe(asked)) {
        long killed = System.nanoTime();
        victim.process().kill();
        ChaosCluster.pause(cluster.plan().aftermath());
        long trouble = probe.millisOfTrouble(killed);
        long again = System.nanoTime();
        victim.start().awaitReady();
        long ready = millisSince(again);
        cluster.awaitWhole();
        return List.of(
            Observation.note("killed", victim.name()),
            Observation.within("out of routing after", trouble, 1_000),
            Observation.seen("restarted and ready after", ready));
      }
    }
  },

  WHOLE_NODES_KILLED("kill -9 of both full nodes, and their restart") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      try (Probe probe = cluster.probe(cluster.gateway())) {
        long killed = System.nanoTime();
        cluster.first().process().kill();
        cluster.second().process().kill();
        cluster.first().start();
        cluster.second().start();
        cluster.first().awaitReady();
        cluster.second().awaitReady();
        long ready = millisSince(killed);
        cluster.awaitWhole();
        ChaosCluster.pause(cluster.plan().aftermath());
        return List.of(
            Observation.seen("both ready after", ready),
            Observation.seen("the gateway serves after", probe.millisOfTrouble(killed)));
      }
    }
  },

  NODE_FROZEN("a node is frozen (SIGSTOP) and woken") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      ChaosNode victim = cluster.anyWholeNode();
      long evicted;
      try (Probe probe = cluster.probe(cluster.gateway())) {
        long frozen = System.nanoTime();
        victim.process().freeze();
        ChaosCluster.pause(cluster.plan().silence());
        evicted = probe.millisOfTrouble(frozen);
      }
      try (Probe probe = cluster.probe(victim)) {
        long woken = System.nanoTime();
        victim.process().wake();
        ChaosCluster.pause(cluster.plan().aftermath());
        cluster.awaitWhole();
        long member = millisSince(woken);
        return List.of(
            Observation.note("frozen", victim.name()),
            Observation.within("evicted after", evicted, 7_000),
            Observation.within("serves after waking within", probe.millisOfTrouble(woken), 15_000),
            Observation.within("a member again within", member, 15_000));
      }
    }
  },

  POSTGRES_CRASHED("PostgreSQL crashes and restarts") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      cluster.database().crash();
      ChaosCluster.pause(cluster.plan().withoutPostgres());
      cluster.database().restart();
      return List.of(Observation.within("served again after", troubleAtAnyNode(cluster), 5_000));
    }
  },

  CONNECTIONS_TERMINATED("all connections of PostgreSQL terminated") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      cluster.database().terminateConnections();
      return List.of(Observation.within("served again after", troubleAtAnyNode(cluster), 5_000));
    }
  },

  KAFKA_AWAY("Kafka is down and restarts") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      cluster.crashKafka();
      ChaosCluster.pause(cluster.plan().withoutKafka());
      cluster.restartKafka();
      long back = System.nanoTime();
      long waiting = Outboxes.waiting(cluster.database());
      String until = cluster.database().texts("SELECT now()").getFirst();
      ChaosCluster.await(
          "an empty outbox", () -> Outboxes.waitingSince(cluster.database(), until) == 0);
      return List.of(
          Observation.within("outbox drained after", millisSince(back), 30_000),
          Observation.note("events that had waited", Long.toString(waiting)));
    }
  },

  SERVICES_UNAVAILABLE(
      "Stripe, the mail server and the S3 store are slow, then unavailable, and come back") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      try (Probe probe = cluster.probe(cluster.gateway())) {
        long slow = System.nanoTime();
        cluster.services().slow();
        cluster.uploads().add();
        ChaosCluster.pause(cluster.plan().silence());
        cluster.services().cut();
        cluster.uploads().add();
        ChaosCluster.pause(cluster.plan().silence());
        long trouble = probe.millisOfTrouble(slow);
        long mails =
            cluster
                .database()
                .count("SELECT count(*) FROM orders.notification_work WHERE status = 'asked'");
        long files = cluster.database().count("SELECT count(*) FROM batch.file_move");
        cluster.services().heal();
        return List.of(
            Observation.within("carts are read again after", trouble, 1_000),
            Observation.note("e-mails that waited", Long.toString(mails)),
            Observation.note("files that waited", Long.toString(files)));
      }
    }
  },

  NETWORK_CUT("the network between a node and the others is cut and healed") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      if (!cluster.network().isCuttable()) {
        return List.of(
            Observation.note(
                "not done:",
                "this machine does not let the harness change the addresses of its loopback"
                    + " interface"));
      }
      ChaosNode victim = cluster.anyNode();
      ChaosNode asked = victim == cluster.gateway() ? cluster.first() : cluster.gateway();
      try (Probe probe = cluster.probe(asked)) {
        long cut = System.nanoTime();
        cluster.network().cut(victim.number());
        ChaosCluster.pause(cluster.plan().silence());
        long trouble = probe.millisOfTrouble(cut);
        long healed = System.nanoTime();
        cluster.network().heal(victim.number());
        cluster.awaitWhole();
        return List.of(
            Observation.note("cut off", victim.name()),
            Observation.within("evicted after", trouble, 7_000),
            Observation.seen("one cluster again after", millisSince(healed)));
      }
    }
  },

  ROLLING_RESTART("rolling restart (SIGTERM) of every node") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      ChaosClient client = cluster.client(cluster.nodes());
      AtomicInteger requests = new AtomicInteger();
      Queue<String> failed = new ConcurrentLinkedQueue<>();
      Queue<String> reset = new ConcurrentLinkedQueue<>();
      List<Observation> figures = new ArrayList<>();
      try (FixedRateLoop browsers =
          FixedRateLoop.start(
              cluster.plan().browsingRate(),
              BROWSERS,
              number -> {
                requests.incrementAndGet();
                browse(cluster, client, number, failed, reset);
              })) {
        for (ChaosNode node : cluster.nodes()) {
          long told = System.nanoTime();
          node.process().askToStop();
          int exit = node.process().awaitEnd();
          figures.add(Observation.seen(node.name() + " stopped after", millisSince(told)));
          if (exit != 0) {
            cluster.recordViolation(node.name() + " ended with " + exit + " after SIGTERM");
          }
          node.start().awaitReady();
          cluster.awaitWhole();
        }
      }
      failed.forEach(
          failure -> cluster.recordViolation("Failed during a rolling restart: " + failure));
      // One is by chance, however few requests a slow machine sends.
      if (reset.size() > Math.max(1, requests.get() / REQUESTS_PER_RESET_CONNECTION)) {
        cluster.recordViolation(
            "Connections reset in a rolling restart: " + String.join("; ", reset));
      }
      figures.add(
          Observation.note(
              "requests",
              "%d, of which %d failed and %d met a reset connection"
                  .formatted(requests.get(), failed.size(), reset.size())));
      return figures;
    }
  },

  FLASH_SALE(
      "flash sale with few coupons, few units and a small gift card, while a node is killed") {
    @Override
    List<Observation> inject(ChaosCluster cluster) {
      return FlashSaleScenario.on(cluster);
    }
  };

  private static final int BROWSERS = 50;

  /** At most one request of so many meets the gaps of a shutdown that docs/cluster.md names. */
  private static final int REQUESTS_PER_RESET_CONNECTION = 2_000;

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Injects the fault, waits for the recovery, and returns the measurements. */
  abstract List<Observation> inject(ChaosCluster cluster);

  public static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static long troubleAtAnyNode(ChaosCluster cluster) {
    long since = System.nanoTime();
    List<Probe> probes = cluster.nodes().stream().map(cluster::probe).toList();
    ChaosCluster.pause(cluster.plan().aftermath());
    return probes.stream().mapToLong(probe -> probe.millisOfTrouble(since)).max().orElse(0);
  }

  private static void browse(
      ChaosCluster cluster,
      ChaosClient client,
      int number,
      Queue<String> failed,
      Queue<String> reset) {
    boolean isRead = number % 2 == 0;
    String method = isRead ? "GET" : "POST";
    String path = isRead ? "/store/regions/" + cluster.stock().market().regionId() : "/store/carts";
    try {
      Answer answer =
          client.sendWhereOneListens(
              number / 2, method, path, isRead ? null : cluster.stock().market().inRegion());
      if (answer.status() != 200) {
        failed.add("%s %s: %d %s".formatted(method, path, answer.status(), answer.text()));
      }
    } catch (HttpTimeoutException | ConnectException failure) {
      failed.add("%s %s: %s".formatted(method, path, failure));
    } catch (IOException ended) {
      reset.add("%s %s: %s, %s".formatted(method, path, ended, ended.getCause()));
    }
  }
}
