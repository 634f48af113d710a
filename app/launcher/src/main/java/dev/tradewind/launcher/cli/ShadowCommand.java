package dev.tradewind.launcher.cli;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.node.ShadowFollower;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.shadow.ShadowRouting;
import dev.tradewind.shadow.ShopperData;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "shadow",
    description = "Switch from a running Medusa v1 server in steps, and back.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ShadowCommand.Status.class,
      ShadowCommand.Reads.class,
      ShadowCommand.Switch.class,
      ShadowCommand.Hold.class,
      ShadowCommand.Writes.class,
      ShadowCommand.Back.class,
      ShadowCommand.Forget.class
    })
public final class ShadowCommand implements Callable<Integer> {

  private static final Duration CALL = Duration.ofSeconds(30);
  private static final Duration LONGEST_RUN = Duration.ofMinutes(2);
  private static final int MAX_LIMIT_SECONDS = 600;
  private static final long PAUSE_MILLIS = 100;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  ShadowCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  static <T> T await(Future<T> future) {
    return Awaiting.await("Accessing the state of the switch", future, CALL);
  }

  /** Common part: opens the state, does the work, and shows the result. */
  abstract static class Step implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Override
    public final void run() {
      DatabaseCommand.onDatabase(
          config.load(),
          (vertx, database) -> {
            Pool pool = ShadowFollower.pool(vertx, database);
            try {
              SwitchStore store = new SwitchStore(pool);
              await(store.prepare());
              take(store, database);
              print(store);
            } finally {
              await(pool.close());
            }
          });
    }

    abstract void take(SwitchStore store, DatabaseConfig database);
  }

  private static void print(SwitchStore store) {
    SwitchStore.State state = await(store.state());
    System.out.println("Reads here: " + shown(state.reads()));
    System.out.println("Writes:     " + state.writes());
    System.out.println("Following:  " + (state.isFinished() ? "finished" : "not finished"));
    if (state.roundAt() != null) {
      System.out.println("Last round: " + state.roundAt());
    }
    for (SwitchStore.Node node : await(store.nodes())) {
      System.out.printf(
          "Node %s: %s, %s writes in flight, seen %s s ago%n",
          node.id(),
          node.hasConfirmed() ? "confirmed" : "not confirmed",
          node.writesInFlight(),
          node.seenSecondsAgo());
    }
    System.out.println("Next:       " + next(state));
  }

  /** The steps that can follow, also after a command that was killed. */
  private static String next(SwitchStore.State state) {
    return switch (state.writes()) {
      case "v1" -> "./tradewind shadow switch postgresql://... switches to Tradewind.";
      case "here" -> "./tradewind shadow back holds the writes, for the way back.";
      default ->
          state.heldHere()
              ? "./tradewind move-back postgresql://..., then ./tradewind shadow back; or"
                  + " ./tradewind shadow writes, which lets Tradewind answer again."
              : "./tradewind shadow switch postgresql://... goes on; ./tradewind shadow back gives the"
                  + " writes back to the v1 server"
                  + (state.holdLeft() == null
                      ? "."
                      : ", as the nodes do in %s s."
                          .formatted(Math.max(0, state.holdLeft().toSeconds())));
    };
  }

  private static String shown(Set<String> reads) {
    return reads.isEmpty() ? "none" : String.join(" ", new TreeSet<>(reads));
  }

  /** Waits until all nodes have confirmed that they hold writes, and none is in flight. */
  private static void hold(SwitchStore store, Duration limit) {
    await(store.hold(limit));
    awaitNodes(store);
  }

  /** Waits until no node works by itself, which the hold of writes here ends. */
  private static void awaitWork(SwitchStore store) {
    long until = System.nanoTime() + LONGEST_RUN.toNanos();
    List<String> working = await(store.workingNodes());
    while (!working.isEmpty()) {
      if (System.nanoTime() > until) {
        throw new CliException(
            "Background work of these nodes has not ended: %s. Repeat the command, or stop them."
                .formatted(String.join(", ", working)));
      }
      pause();
      working = await(store.workingNodes());
    }
  }

  private static void awaitNodes(SwitchStore store) {
    awaitNodes(store, CALL);
  }

  static void awaitNodes(SwitchStore store, Duration timeout) {
    long until = System.nanoTime() + timeout.toNanos();
    while (true) {
      String late =
          await(store.nodes()).stream()
              .filter(node -> !node.hasConfirmed() || node.writesInFlight() > 0)
              .map(node ->
                  "%s (seen %s s ago, %s writes in flight)"
                      .formatted(node.id(), node.seenSecondsAgo(), node.writesInFlight()))
              .collect(Collectors.joining(", "));
      if (late.isEmpty()) {
        return;
      }
      if (System.nanoTime() > until) {
        throw new CliException(
            ("Nodes have not confirmed the step: %s. The step is not complete; repeat the command."
                    + " A node that has been killed is removed by ./tradewind shadow forget NODE.")
                .formatted(late));
      }
      pause();
    }
  }

  /**
   * @throws CliException unless all are reads of the contract
   */
  private static void requireReads(List<String> operations) {
    Set<String> known =
        Contract.load().operations().stream()
            .filter(operation -> !operation.isWrite())
            .filter(operation -> !ShopperData.isShownBy(operation))
            .map(Operation::id)
            .collect(Collectors.toSet());
    known.add(ShadowRouting.ALL);
    operations.stream()
        .filter(operation -> !known.contains(operation))
        .findFirst()
        .ifPresent(unknown -> {
          throw new CliException(
              unknown
                  + " is no read of the public catalog, and others go to the v1 server as long as"
                  + " writes do: name an operation such as storeListProducts, or all. /docs lists the"
                  + " operations.");
        });
  }

  @Command(
      name = "status",
      description = "Show the state of the switch and the nodes.",
      mixinStandardHelpOptions = true)
  static final class Status extends Step {

    Status() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {}
  }

  @Command(
      name = "reads",
      description = "Let Tradewind answer reads without a login, of these operations too.",
      mixinStandardHelpOptions = true)
  static final class Reads extends Step {

    @Parameters(paramLabel = "OPERATION", arity = "1..*", description = "Ids of reads, or all.")
    private List<String> operations = List.of();

    Reads() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      requireReads(operations);
      change(store, reads -> reads.addAll(operations));
    }
  }

  private static void change(SwitchStore store, Consumer<Set<String>> change) {
    Set<String> reads = new TreeSet<>(await(store.state()).reads());
    change.accept(reads);
    await(store.reads(reads));
    awaitNodesConfirmed(store);
  }

  /** Reads do not need a quiet moment, only that every node knows the step. */
  static void awaitNodesConfirmed(SwitchStore store) {
    long until = System.nanoTime() + CALL.toNanos();
    while (await(store.nodes()).stream().anyMatch(node -> !node.hasConfirmed())
        && System.nanoTime() < until) {
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CliException("The command was interrupted.", interrupted);
    }
  }

  /** Time for which writes wait. */
  static final class Limit {

    @Option(
        names = "--limit",
        paramLabel = "SECONDS",
        defaultValue = "60",
        description =
            "Time after which held writes go to the v1 server again, unless they came here before;"
                + " 1 to 600, by default ${DEFAULT-VALUE}. Clients must wait as long.")
    private int seconds;

    Limit() {}

    Duration duration() {
      if (seconds < 1 || seconds > MAX_LIMIT_SECONDS) {
        throw new CliException("--limit must be 1 to " + MAX_LIMIT_SECONDS + " seconds.");
      }
      return Duration.ofSeconds(seconds);
    }
  }

  @Command(
      name = "switch",
      description =
          "Switch to Tradewind in one step: end the following, hold writes, apply the rest, verify,"
              + " and let Tradewind answer everything; or give the writes back to the v1 server.",
      mixinStandardHelpOptions = true)
  static final class Switch extends Step {

    @Parameters(
        paramLabel = "URL",
        description =
            "Database of the Medusa v1 shop: postgresql://user:password@host:5432/database.")
    private String source = "";

    @Mixin private Limit limit = new Limit();

    Switch() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      new SwitchOver(store, MoveInCommand.parse(source), database, limit.duration()).run();
    }
  }

  @Command(
      name = "hold",
      description = "Let writes wait at the gateways, and wait for those in flight.",
      mixinStandardHelpOptions = true)
  static final class Hold extends Step {

    @Mixin private Limit limit = new Limit();

    Hold() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      hold(store, limit.duration());
    }
  }

  @Command(
      name = "writes",
      description = "Let Tradewind answer everything; needs hold and move-in --finish before.",
      mixinStandardHelpOptions = true)
  static final class Writes extends Step {

    Writes() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      SwitchStore.State state = await(store.state());
      if (state.writes().equals("here")) {
        return;
      }
      if (state.writes().equals("v1")) {
        throw new CliException(
            "Writes still go to the v1 server: run ./tradewind shadow switch postgresql://... (or"
                + " ./tradewind shadow hold, then ./tradewind move-in ... --finish, then this"
                + " command).");
      }
      if (!state.isFinished()) {
        throw new CliException(
            "Following has not ended: run ./tradewind move-in ... --finish before, so that nothing"
                + " is missing here.");
      }
      awaitNodes(store);
      if (!await(store.writeHere())) {
        throw new CliException(
            "The state of the switch has changed meanwhile: repeat the command.");
      }
      awaitNodesConfirmed(store);
    }
  }

  @Command(
      name = "back",
      description =
          "Go one step back: reads of these operations, or from writes here to held ones, from held"
              + " ones to the v1 server, and then all reads.",
      mixinStandardHelpOptions = true)
  static final class Back extends Step {

    @Parameters(
        paramLabel = "OPERATION",
        arity = "0..*",
        description = "Ids of reads that the v1 server answers again.")
    private List<String> operations = List.of();

    @Mixin private Limit limit = new Limit();

    Back() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      if (!operations.isEmpty()) {
        requireReads(operations);
        change(store, reads -> reads.removeAll(Set.copyOf(operations)));
        return;
      }
      switch (await(store.state()).writes()) {
        case "here" -> {
          hold(store, limit.duration());
          awaitWork(store);
        }
        case "held" -> release(store);
        default -> change(store, Set::clear);
      }
    }

    private static void release(SwitchStore store) {
      awaitNodes(store);
      if (!await(store.giveBack())) {
        throw new CliException(
            "The shop has switched: run ./tradewind move-back before, so that nothing is missing at"
                + " the v1 server.");
      }
      awaitNodesConfirmed(store);
    }
  }

  @Command(
      name = "forget",
      description = "Forget a node that was killed and does not run any more.",
      mixinStandardHelpOptions = true)
  static final class Forget extends Step {

    @Parameters(paramLabel = "NODE", description = "Id of the node, as status shows it.")
    private String node = "";

    Forget() {}

    @Override
    void take(SwitchStore store, DatabaseConfig database) {
      await(store.forget(node));
    }
  }
}
