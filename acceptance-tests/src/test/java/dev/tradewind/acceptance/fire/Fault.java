package dev.tradewind.acceptance.fire;

import dev.tradewind.acceptance.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What may happen to a cluster. After each, everything runs again. */
enum Fault {
  NODE_KILLED("kill -9 of a random node, and its restart") {
    @Override
    List<Figure> strike(Fire fire) {
      FireNode victim = fire.anyNode();
      FireNode asked = victim == fire.door() ? fire.first() : fire.door();
      try (Probe probe = fire.probe(asked)) {
        long killed = System.nanoTime();
        victim.process().kill();
        Fire.rest(fire.plan().aftermath());
        long trouble = probe.millisOfTrouble(killed);
        long again = System.nanoTime();
        victim.start().awaitReady();
        long ready = millisSince(again);
        fire.awaitWhole();
        return List.of(
            Figure.note("killed", victim.name()),
            Figure.within("out of routing after", trouble, 1_000),
            Figure.seen("restarted and ready after", ready));
      }
    }
  },

  WHOLE_NODES_KILLED("kill -9 of both nodes behind the gateway, and their restart") {
    @Override
    List<Figure> strike(Fire fire) {
      try (Probe probe = fire.probe(fire.door())) {
        long killed = System.nanoTime();
        fire.first().process().kill();
        fire.second().process().kill();
        fire.first().start();
        fire.second().start();
        fire.first().awaitReady();
        fire.second().awaitReady();
        long ready = millisSince(killed);
        fire.awaitWhole();
        Fire.rest(fire.plan().aftermath());
        return List.of(
            Figure.seen("both ready after", ready),
            Figure.seen("the gateway serves after", probe.millisOfTrouble(killed)));
      }
    }
  },

  NODE_FROZEN("a node stands still (SIGSTOP), and wakes") {
    @Override
    List<Figure> strike(Fire fire) {
      FireNode victim = fire.anyWholeNode();
      long evicted;
      try (Probe probe = fire.probe(fire.door())) {
        long frozen = System.nanoTime();
        victim.process().freeze();
        Fire.rest(fire.plan().silence());
        evicted = probe.millisOfTrouble(frozen);
      }
      try (Probe probe = fire.probe(victim)) {
        long woken = System.nanoTime();
        victim.process().wake();
        Fire.rest(fire.plan().aftermath());
        fire.awaitWhole();
        long member = millisSince(woken);
        return List.of(
            Figure.note("frozen", victim.name()),
            Figure.within("left out after", evicted, 7_000),
            Figure.within("serves after waking within", probe.millisOfTrouble(woken), 15_000),
            Figure.within("a member again within", member, 15_000));
      }
    }
  },

  POSTGRES_CRASHED("PostgreSQL stops hard, and comes back") {
    @Override
    List<Figure> strike(Fire fire) {
      fire.database().crash();
      Fire.rest(fire.plan().withoutPostgres());
      fire.database().restart();
      return List.of(Figure.within("served again after", troubleAtAnyNode(fire), 5_000));
    }
  },

  CONNECTIONS_TERMINATED("all connections of PostgreSQL terminated") {
    @Override
    List<Figure> strike(Fire fire) {
      fire.database().terminateConnections();
      return List.of(Figure.within("served again after", troubleAtAnyNode(fire), 5_000));
    }
  },

  KAFKA_AWAY("Kafka is away, and comes back") {
    @Override
    List<Figure> strike(Fire fire) {
      fire.crashKafka();
      Fire.rest(fire.plan().withoutKafka());
      fire.restartKafka();
      long back = System.nanoTime();
      long waiting = Outboxes.waiting(fire.database());
      String until = fire.database().texts("SELECT now()").getFirst();
      Fire.await(
          "an outbox that is sent", () -> Outboxes.waitingSince(fire.database(), until) == 0);
      return List.of(
          Figure.within("outbox drained after", millisSince(back), 30_000),
          Figure.note("events that had waited", Long.toString(waiting)));
    }
  },

  NETWORK_CUT("the network between a node and the others is cut, and heals") {
    @Override
    List<Figure> strike(Fire fire) {
      if (!fire.network().isCuttable()) {
        return List.of(
            Figure.note(
                "not done:",
                "this machine does not let the harness change the addresses of its loopback"
                    + " interface"));
      }
      FireNode victim = fire.anyNode();
      FireNode asked = victim == fire.door() ? fire.first() : fire.door();
      try (Probe probe = fire.probe(asked)) {
        long cut = System.nanoTime();
        fire.network().cut(victim.number());
        Fire.rest(fire.plan().silence());
        long trouble = probe.millisOfTrouble(cut);
        long healed = System.nanoTime();
        fire.network().heal(victim.number());
        fire.awaitWhole();
        return List.of(
            Figure.note("cut off", victim.name()),
            Figure.within("left out after", trouble, 7_000),
            Figure.seen("one cluster again after", millisSince(healed)));
      }
    }
  },

  ROLLING_RESTART("every node told to stop (SIGTERM) and started again, one after the other") {
    @Override
    List<Figure> strike(Fire fire) {
      FireClient client = fire.client(fire.nodes());
      AtomicInteger requests = new AtomicInteger();
      Queue<String> failed = new ConcurrentLinkedQueue<>();
      List<Figure> figures = new ArrayList<>();
      try (OpenLoop browsers =
          OpenLoop.start(
              fire.plan().browsingRate(),
              number -> {
                requests.incrementAndGet();
                browse(fire, client, number, failed);
              })) {
        for (FireNode node : fire.nodes()) {
          long told = System.nanoTime();
          node.process().askToStop();
          int exit = node.process().awaitEnd();
          figures.add(Figure.seen(node.name() + " stopped after", millisSince(told)));
          if (exit != 0) {
            fire.complain(node.name() + " ended with " + exit + " when it was told to stop");
          }
          node.start().awaitReady();
          fire.awaitWhole();
        }
      }
      failed.forEach(failure -> fire.complain("A rolling restart failed " + failure));
      figures.add(
          Figure.note(
              "requests", "%d, of which %d failed".formatted(requests.get(), failed.size())));
      return figures;
    }
  },

  RUSH("many shoppers, few coupons, few units and a small gift card, while a node is killed") {
    @Override
    List<Figure> strike(Fire fire) {
      return Rush.on(fire);
    }
  };

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Does it, waits until everything runs again, and says what was measured. */
  abstract List<Figure> strike(Fire fire);

  static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static long troubleAtAnyNode(Fire fire) {
    long since = System.nanoTime();
    List<Probe> probes = fire.nodes().stream().map(fire::probe).toList();
    Fire.rest(fire.plan().aftermath());
    return probes.stream().mapToLong(probe -> probe.millisOfTrouble(since)).max().orElse(0);
  }

  private static void browse(Fire fire, FireClient client, int number, Queue<String> failed) {
    boolean isRead = number % 2 == 0;
    String method = isRead ? "GET" : "POST";
    String path = isRead ? "/store/regions/" + fire.goods().regionId() : "/store/carts";
    try {
      Answer answer =
          client.sendWhereOneListens(
              number / 2, method, path, isRead ? null : fire.goods().inRegion());
      if (answer.status() != 200) {
        failed.add("%s %s: %d %s".formatted(method, path, answer.status(), answer.text()));
      }
    } catch (IOException failure) {
      failed.add("%s %s: %s".formatted(method, path, failure));
    }
  }
}
