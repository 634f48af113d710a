package dev.tradewind.launcher.config;

import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.there.FollowRound;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;

/** Progress of a move: a bar at a terminal, else a line from time to time. */
public final class MoveProgress implements Follow.Listener, AutoCloseable {

  private static final Duration LINE = Duration.ofSeconds(10);

  private final ProgressBar bar = ProgressBars.startWithRate("Moving", 0);
  private final boolean untilCaughtUp;
  private long lastLine = System.nanoTime();

  /**
   * @param untilCaughtUp whether a round without a change is the last one
   */
  public MoveProgress(boolean untilCaughtUp) {
    this.untilCaughtUp = untilCaughtUp;
  }

  @Override
  public void copied(String copy, long rows, long expected) {
    bar.maxHint(Math.max(rows, expected));
    bar.stepTo(rows);
    bar.setExtraMessage(copy);
    if (!ProgressBars.isAtTerminal() && isLineDue()) {
      System.out.printf("%s of about %s rows, %s%n", rows, expected, copy);
    }
  }

  @Override
  public boolean followed(FollowRound round) {
    bar.setExtraMessage(round.toText());
    bar.refresh();
    if (!ProgressBars.isAtTerminal() && (!round.isCaughtUp() || isLineDue())) {
      System.out.println(round.toText());
    }
    return !(untilCaughtUp && round.isCaughtUp());
  }

  @Override
  public void taken() {
    waitForFollower();
  }

  /** Tells the wait for another command. */
  public static void waitForFollower() {
    System.out.println("Waiting for the command that follows, which ends after its round.");
  }

  private boolean isLineDue() {
    long now = System.nanoTime();
    boolean isDue = now - lastLine >= LINE.toNanos();
    if (isDue) {
      lastLine = now;
    }
    return isDue;
  }

  @Override
  public void close() {
    bar.close();
  }
}
