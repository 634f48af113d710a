package dev.tradewind.launcher.cli;

import static dev.tradewind.launcher.cli.ShadowCommand.await;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.MoveProgress;
import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.medusa.there.FollowRound;
import dev.tradewind.medusa.there.MoveReport;
import java.time.Duration;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/**
 * Switch from a v1 server in one step. Rounds that writes need not wait for come before the hold;
 * under the hold there is one round, whose copy is verified. A failure, the limit of the hold and
 * an interruption give the writes back to the v1 server, where the nodes send them by themselves
 * after the limit if this command is killed.
 */
final class SwitchOver {

  /** Further rounds before the hold save no time. */
  private static final int MAX_ROUNDS = 3;

  private final SwitchStore store;
  private final DatabaseConfig source;
  private final DatabaseConfig target;
  private final Duration limit;
  private final long start = System.nanoTime();

  SwitchOver(SwitchStore store, DatabaseConfig source, DatabaseConfig target, Duration limit) {
    this.store = store;
    this.source = source;
    this.target = target;
    this.limit = limit;
  }

  /**
   * Takes all steps that are left.
   *
   * @throws CliException if the writes go to the v1 server afterwards
   */
  void run() {
    SwitchStore.State state = await(store.state());
    if (state.writes().equals("here")) {
      return;
    }
    if (state.heldHere()) {
      throw new CliException(
          "Writes were here before: run ./tradewind shadow writes, or ./tradewind move-back and"
              + " ./tradewind shadow back.");
    }
    if (await(store.nodes()).isEmpty()) {
      throw new CliException(
          "No gateway is in shadow mode: start a node with TRADEWIND_SHADOW_OF before, or stop the"
              + " old shop and run ./tradewind move-in ... --finish.");
    }
    Thread interruption = new Thread(() -> giveBack("interrupted"));
    Timer timer = new Timer(true);
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      if (!state.isFinished()) {
        follow(timer);
      }
      ShadowCommand.awaitNodes(store, limit);
      if (!await(store.writeHere())) {
        throw new CliException("The writes could not be switched.");
      }
      say("Tradewind answers the writes, and those that waited.");
      ShadowCommand.awaitNodesConfirmed(store);
    } catch (RuntimeException failure) {
      giveBack("failed");
      throw failure;
    } finally {
      timer.cancel();
      Runtime.getRuntime().removeShutdownHook(interruption);
    }
  }

  private void follow(Timer timer) {
    if (!Follow.hasCopy(target, MoveProgress::waitForFollower)) {
      throw new CliException(
          "The database has no whole copy of a shop: run ./tradewind move-in ... --follow before.");
    }
    say("Following is taken over.");
    MoveReport report = Follow.run(source, target, true, new Rounds(timer));
    System.out.print(report.toText());
    if (!report.isVerified()) {
      throw new CliException("The copy differs from the source: it is not switched to.");
    }
    say("The copy is verified, and the switch is recorded.");
  }

  /** Gives held writes back; nothing if they are here or there. */
  private void giveBack(String reason) {
    if (await(store.giveBack())) {
      say(
          "The switch is %s: writes go to the v1 server again. ./tradewind move-in ... --follow goes"
                  .formatted(reason)
              + " on with the following.");
    }
  }

  private void say(String step) {
    System.out.printf(
        Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - start) / 1_000_000_000.0, step);
  }

  private final class Rounds implements Follow.Listener {

    private final Timer timer;
    private int rounds;
    private @Nullable Duration shortest;
    private boolean isHeld;

    Rounds(Timer timer) {
      this.timer = timer;
    }

    @Override
    public void copied(String copy, long rows, long expected) {}

    @Override
    public void taken() {
      MoveProgress.waitForFollower();
    }

    @Override
    public boolean holdsWrites() {
      return true;
    }

    @Override
    public boolean isHurried() {
      return true;
    }

    @Override
    public boolean followed(FollowRound round) {
      say(round.toText());
      if (isHeld) {
        return false;
      }
      rounds++;
      boolean becomesShorter =
          shortest == null || round.lag().multipliedBy(2).compareTo(shortest) < 0;
      shortest = round.lag();
      if (round.isCaughtUp() || rounds == MAX_ROUNDS || !becomesShorter) {
        hold(round);
      }
      return true;
    }

    private void hold(FollowRound last) {
      if (last.lag().compareTo(limit) >= 0) {
        throw new CliException(
            "A round takes longer than --limit: %s. Writes were not held.".formatted(last.lag()));
      }
      await(store.hold(limit));
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              giveBack("beyond its limit");
            }
          },
          limit.toMillis());
      ShadowCommand.awaitNodes(store, limit);
      isHeld = true;
      say("Writes are held for %s s at most.".formatted(limit.toSeconds()));
    }
  }
}
