package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeJvm;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.cli.MoveInCommand;
import dev.tradewind.launcher.cli.ShadowCommand;
import dev.tradewind.launcher.node.ShadowFollower;
import dev.tradewind.shadow.ShadowConfig;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Command that switches a generated shop at once, or gives the writes back. It writes to the output
 * of the process.
 */
@Tag("alone")
class SwitchOverIT {

  private final TestDatabase source = GeneratedMedusaShop.small();
  private final TestDatabase target = Shop.migratedDatabase();
  private final Vertx vertx = Vertx.vertx();

  @TempDir private Path folder;
  private Path config;
  private ShadowFollower node;
  private String output = "";

  @BeforeEach
  void copy() throws Exception {
    config =
        Files.writeString(
            folder.resolve("tradewind.properties"), "TRADEWIND_DATABASE_URL=" + target.url());
    assertThat(run(MoveInCommand.class, source.url(), "--until-caught-up")).as(output).isZero();
    node =
        await(
            ShadowFollower.start(
                vertx,
                DatabaseConfig.parse(target.url(), 1),
                new ShadowConfig(URI.create("http://127.0.0.1:9"), 100),
                new SimpleMeterRegistry(),
                Clock.systemUTC()));
  }

  @AfterEach
  void close() {
    await(node.close());
    await(vertx.close());
  }

  @Test
  void theFollowingEndsAndTheShopSwitches() throws Exception {
    Process following = follow();
    try {
      execute(source, "UPDATE product SET title = 'Late' WHERE id = 'prod_1'");

      assertThat(switchOver()).as(output).isZero();

      assertThat(following.waitFor()).as(MoveInCommandProcess.output(folder)).isZero();
      assertThat(MoveInCommandProcess.output(folder)).contains("another command goes on");
    } finally {
      following.destroyForcibly();
    }
    assertThat(output)
        .containsSubsequence(
            "Following is taken over",
            "Writes are held",
            "Verified",
            "the switch is recorded",
            "Tradewind answers the writes");
    assertThat(writes()).isEqualTo("here");
    assertThat(value(target, "SELECT title FROM catalog.product WHERE id = 'prod_1'"))
        .isEqualTo("Late");
    assertThat(switchOver()).as("again").isZero();
  }

  @Test
  void finishEndsTheFollowingToo() throws Exception {
    Process following = follow();
    try {
      assertThat(run(ShadowCommand.class, "hold", "--limit", "600")).as(output).isZero();

      assertThat(run(MoveInCommand.class, source.url(), "--finish")).as(output).isZero();

      assertThat(following.waitFor()).as(MoveInCommandProcess.output(folder)).isZero();
    } finally {
      following.destroyForcibly();
    }
    assertThat(writes()).isEqualTo("held");
    assertThat(switchOver()).as("goes on after --finish: %s", output).isZero();
    assertThat(writes()).isEqualTo("here");
  }

  @Test
  void aCopyThatDiffersGivesTheWritesBack() {
    execute(target, "UPDATE orders.payment SET amount = amount + 1 WHERE id = 'pay_1'");

    assertThat(switchOver()).isEqualTo(1);

    assertThat(output).contains("NOT verified", "writes go to the v1 server again");
    assertThat(writes()).isEqualTo("v1");
    execute(target, "UPDATE orders.payment SET amount = amount - 1 WHERE id = 'pay_1'");
    assertThat(switchOver()).as(output).isZero();
  }

  @Test
  void theLimitGivesTheWritesBack() {
    writeInFlight();

    // A limit that is shorter than a round holds no writes.
    int limit = 2;
    do {
      assertThat(switchOver("--limit", String.valueOf(limit))).isEqualTo(1);
      limit *= 2;
    } while (output.contains("Writes were not held"));

    assertThat(output).contains("writes go to the v1 server again", "1 writes in flight");
    assertThat(writes()).isEqualTo("v1");
    assertThat(value(target, "SELECT finished_at IS NULL FROM medusa_import.move")).isEqualTo("t");
    assertThat(run(MoveInCommand.class, source.url(), "--until-caught-up")).as(output).isZero();
  }

  @Test
  void writesThatWentBackMeanwhileAreNotLost() {
    assertThat(run(ShadowCommand.class, "hold", "--limit", "600")).isZero();
    execute(
        target,
        """
        CREATE FUNCTION medusa_import.interfere() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE medusa_import.switch SET writes = 'v1', holds = holds + 1;
          RETURN NEW;
        END $$;
        CREATE TRIGGER interfere AFTER UPDATE OF completed_at ON medusa_import.move
        FOR EACH ROW EXECUTE FUNCTION medusa_import.interfere()
        """);

    assertThat(run(MoveInCommand.class, source.url(), "--finish")).isEqualTo(1);

    assertThat(output).contains("the switch is not recorded");
    assertThat(value(target, "SELECT finished_at IS NULL FROM medusa_import.move")).isEqualTo("t");
  }

  @Test
  void aCommandThatWasKilledGoesOn() throws Exception {
    writeInFlight();
    Process killed = start("--limit", "600");
    until(() -> writes().equals("held"));
    killed.destroyForcibly().waitFor();
    assertThat(run(ShadowCommand.class, "status")).isZero();
    assertThat(output).contains("shadow switch", "goes on", "shadow back gives");
    execute(target, "DELETE FROM medusa_import.switch_node WHERE id = 'busy'");

    assertThat(switchOver()).as(output).isZero();
    assertThat(writes()).isEqualTo("here");
  }

  @Test
  void aCommandThatIsInterruptedGivesTheWritesBack() throws Exception {
    writeInFlight();
    Process interrupted = start("--limit", "600");
    until(() -> writes().equals("held"));

    interrupted.destroy();

    interrupted.waitFor();
    assertThat(writes()).isEqualTo("v1");
  }

  /** Write to the old shop that does not end. */
  private void writeInFlight() {
    execute(
        target,
        "INSERT INTO medusa_import.switch_node (id, revision, writes_in_flight)"
            + " VALUES ('busy', 0, 1)");
  }

  private Process start(String... options) throws IOException {
    return NodeJvm.with(
            List.of(),
            Map.of("TRADEWIND_DATABASE_URL", target.url()),
            Stream.concat(Stream.of("shadow", "switch", source.url()), Stream.of(options)).toList())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("switch.txt").toFile())
        .start();
  }

  private int switchOver(String... options) {
    return run(
        ShadowCommand.class,
        Stream.concat(Stream.of("switch", source.url()), Stream.of(options))
            .toArray(String[]::new));
  }

  private int run(Class<?> command, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(written, true, StandardCharsets.UTF_8);
    System.setOut(print);
    System.setErr(print);
    try {
      return new CommandLine(command)
          .execute(
              Stream.concat(Stream.of(arguments), Stream.of("--config", config.toString()))
                  .toArray(String[]::new));
    } finally {
      System.setOut(out);
      System.setErr(err);
      output = written.toString(StandardCharsets.UTF_8);
    }
  }

  private String writes() {
    return value(target, "SELECT writes FROM medusa_import.switch");
  }

  /** Follows in a process of its own, and waits for its first round. */
  private Process follow() throws Exception {
    execute(target, "UPDATE medusa_import.move SET round_at = NULL");
    Process following = MoveInCommandProcess.start(source, target, folder, "--follow");
    until(() ->
        !following.isAlive()
            || value(target, "SELECT round_at IS NOT NULL FROM medusa_import.move").equals("t"));
    return following;
  }
}
