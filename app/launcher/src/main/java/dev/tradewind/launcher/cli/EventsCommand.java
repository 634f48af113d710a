package dev.tradewind.launcher.cli;

import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.outbox.ParkedEvent;
import dev.tradewind.kernel.outbox.ParkedEventStore;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.node.VerticleType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "events",
    description =
        "List and replay events that Kafka refused for good, publish the states of all aggregates.",
    mixinStandardHelpOptions = true,
    subcommands = {
      EventsCommand.Parked.class,
      EventsCommand.Replay.class,
      EventsCommand.Discard.class,
      SnapshotCommand.class
    })
public final class EventsCommand implements Callable<Integer> {

  private static final Duration CALL = Duration.ofMinutes(5);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  EventsCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  /** Does the work with the pool of each verticle in turn. */
  private static void forEachVerticle(NodeConfig config, BiConsumer<VerticleType, Pool> work) {
    DatabaseCommand.onDatabase(
        config,
        (vertx, database) -> {
          for (VerticleType verticle : VerticleType.values()) {
            Pool pool = SchemaPool.open(vertx, database, verticle.schema());
            try {
              work.accept(verticle, pool);
            } finally {
              await(pool.close());
            }
          }
        });
  }

  private static <T> T await(Future<T> future) {
    return Awaiting.await("Accessing the parked events", future, CALL);
  }

  @Command(
      name = "parked",
      description = "List the parked events of each verticle, the oldest first.",
      mixinStandardHelpOptions = true)
  static final class Parked implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "100",
        description = "Maximum number per verticle, ${DEFAULT-VALUE} by default.")
    private int limit;

    Parked() {}

    @Override
    public void run() {
      forEachVerticle(config.load(), this::print);
    }

    private void print(VerticleType verticle, Pool pool) {
      System.out.println(verticle.label() + ": " + await(ParkedEventStore.count(pool)));
      List<ParkedEvent> events = await(ParkedEventStore.list(pool, limit));
      for (ParkedEvent event : events) {
        String reason = event.reason();
        System.out.printf(
            "  %s  %s  %s  %s  %s  %s%n",
            event.eventId(),
            event.parkedAt(),
            event.topic(),
            event.key(),
            event.type(),
            reason == null ? "behind an earlier event of its key" : reason);
      }
    }
  }

  @Command(
      name = "replay",
      description =
          "Publish parked events after all, in their order. Events that Kafka refuses again are"
              + " parked again.",
      mixinStandardHelpOptions = true)
  static final class Replay implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--topic", description = "Only of this topic, without the topic prefix.")
    private @Nullable String topic;

    @Option(names = "--key", description = "Only of this partition key.")
    private @Nullable String key;

    Replay() {}

    @Override
    public void run() {
      forEachVerticle(
          config.load(),
          (verticle, pool) ->
              System.out.printf(
                  "%s: %s events return to the outbox%n",
                  verticle.label(), await(ParkedEventStore.replay(pool, topic, key))));
    }
  }

  @Command(
      name = "discard",
      description = "Delete a parked event, which is never published then.",
      mixinStandardHelpOptions = true)
  static final class Discard implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Parameters(paramLabel = "EVENT", description = "Id of the event.")
    private String eventId = "";

    Discard() {}

    @Override
    public void run() {
      boolean[] isFound = new boolean[1];
      forEachVerticle(
          config.load(),
          (verticle, pool) -> isFound[0] |= await(ParkedEventStore.discard(pool, eventId)));
      if (!isFound[0]) {
        throw new CliException("There is no parked event " + eventId + ".");
      }
      System.out.println("Discarded the event " + eventId + ".");
    }
  }
}
