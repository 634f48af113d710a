package dev.tradewind.launcher.plugin;

import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.LogFormat;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.node.BackingServices;
import dev.tradewind.launcher.node.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Node of a developer, which starts again in its process whenever a build has replaced its plugins.
 * Its services go on, so that a start takes a second or two, and the shop stays as it is.
 */
public final class WatchedNode {

  private static final int START_TO_END_SECONDS = 10;

  private final ReentrantLock busy = new ReentrantLock();
  private final PluginFiles files;
  private final Function<Path, NodeConfig> load;
  private final Function<NodeConfig, Node> create;
  private final Function<NodeConfig, BackingServices> serve;
  private final BiConsumer<NodeConfig, Node> greet;
  private final PrintWriter output;
  private @Nullable BackingServices services;
  private @Nullable Node node;
  private @Nullable Path copied;
  private boolean hasGreeted;
  private volatile int status;

  /**
   * @param load settings of a node with a folder of plugins
   * @param create node of settings
   * @param serve services of all nodes
   * @param greet tells the developer of the first node that has started
   */
  public WatchedNode(
      PluginFiles files,
      Function<Path, NodeConfig> load,
      Function<NodeConfig, Node> create,
      Function<NodeConfig, BackingServices> serve,
      BiConsumer<NodeConfig, Node> greet,
      PrintWriter output) {
    this.files = files;
    this.load = load;
    this.create = create;
    this.serve = serve;
    this.greet = greet;
    this.output = output;
  }

  /** Runs until the process ends. */
  public void run() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      while (true) {
        String state = files.state();
        start();
        files.awaitChange(state);
        busy.lock();
        try {
          close();
        } finally {
          busy.unlock();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      status = 1;
      throw failure;
    }
  }

  /** A plugin that cannot be loaded is reported, and waits for the next build. */
  private void start() {
    busy.lock();
    long startedAt = System.nanoTime();
    try {
      files.require();
      Path folder = Files.createTempDirectory("tradewind-plugins");
      copied = folder;
      NodeConfig config = load.apply(files.copyTo(folder));
      BackingServices lasting = services == null ? serve.apply(config) : services;
      services = lasting;
      Node started = create.apply(config);
      node = started;
      started.startOn(lasting);
      if (!hasGreeted) {
        greet.accept(config, started);
        hasGreeted = true;
      }
      say(
          "Loaded %s in %s ms; it is loaded again after each build."
              .formatted(files.source(), (System.nanoTime() - startedAt) / 1_000_000));
    } catch (CliException | LinkageError refused) {
      say("tradewind: %s\nWaiting for the next build.".formatted(refused.getMessage()));
    } catch (IOException failure) {
      throw new CliException("The folder of temporary files cannot be written.", failure);
    } finally {
      busy.unlock();
    }
  }

  private void say(String text) {
    output.println(text);
    output.flush();
  }

  private void close() {
    if (node != null) {
      node.close();
      node = null;
    }
    if (copied != null) {
      PluginFiles.delete(copied);
      copied = null;
    }
  }

  /** A start that waits, such as for the lock of a migration, does not hold up the end. */
  private void stop() {
    try {
      if (busy.tryLock(START_TO_END_SECONDS, TimeUnit.SECONDS)) {
        close();
        if (services != null) {
          services.close();
        }
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    LogFormat.flush();
    // A requested stop is no failure, regardless of the signal.
    Runtime.getRuntime().halt(status);
  }
}
