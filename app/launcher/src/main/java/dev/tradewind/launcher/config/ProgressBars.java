package dev.tradewind.launcher.config;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress bars of commands, drawn at a terminal only: they consist of control characters. */
public final class ProgressBars {

  /** Set by the launcher script when the output is a terminal; the JDK cannot tell reliably. */
  private static final String TERMINAL = "tradewind.terminal";

  private static final int REFRESH_MILLIS = 200;

  private ProgressBars() {}

  public static boolean isAtTerminal() {
    return Boolean.getBoolean(TERMINAL);
  }

  public static ProgressBar start(String task, long max) {
    return build(task, max, false);
  }

  /** Progress bar with the number of steps per second, and the remaining time. */
  public static ProgressBar startWithRate(String task, long max) {
    return build(task, max, true);
  }

  private static ProgressBar build(String task, long max, boolean withRate) {
    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(max)
            .setUpdateIntervalMillis(REFRESH_MILLIS)
            .setStyle(ProgressBarStyle.ASCII);
    if (withRate) {
      builder.showSpeed();
    }
    if (!isAtTerminal()) {
      builder.setConsumer(new DelegatingProgressBarConsumer(drawn -> {}));
    }
    return builder.build();
  }
}
