package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.LogFormat;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.OptionalModule;
import dev.tradewind.launcher.node.BackingServices;
import dev.tradewind.launcher.node.Node;
import dev.tradewind.launcher.node.ProviderCheck;
import dev.tradewind.launcher.node.StartupBanner;
import dev.tradewind.launcher.node.VerticleType;
import dev.tradewind.launcher.plugin.PluginFiles;
import dev.tradewind.launcher.plugin.WatchedNode;
import dev.tradewind.launcher.seed.Demo;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "start",
    description = "Run a node until it receives SIGTERM.",
    mixinStandardHelpOptions = true)
public final class StartCommand implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(StartCommand.class);

  /** For a step that cannot be interrupted, such as a migration. */
  private static final int START_TO_END_SECONDS = 10;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--verticles",
      split = ",",
      paramLabel = "NAME",
      description =
          "Verticles of this node: gateway, catalog, customer, discount, order, cart, batch,"
              + " webhook. All by default.")
  private List<String> verticles = List.of();

  @Option(
      names = "--plugins",
      paramLabel = "DIR",
      description =
          "Folder of jars with providers, instead of TRADEWIND_PLUGINS. docs/providers.md describes"
              + " them.")
  private @Nullable Path plugins;

  @Option(
      names = "--plugin",
      paramLabel = "PATH",
      description =
          "Maven project of a plugin, which is built, or its jar; instead of the folder of plugins.")
  private @Nullable Path plugin;

  @Option(
      names = "--watch",
      description =
          "Load the plugins again after each build, in a node that restarts. Not in production.")
  private boolean isWatching;

  @Option(
      names = "--stop-when-started",
      description = "Stop after the start and the warm-up: a trial.")
  private boolean isTrial;

  @Option(
      names = "--check-providers",
      description =
          "Ask the services behind the plugins whether they work with these settings, and start"
              + " nothing.")
  private boolean checksProviders;

  @Option(
      names = "--demo",
      paramLabel = "NAME",
      description =
          "Demo shop of an empty database: "
              + Demo.NAMES
              + ". Default: workshop. Not in production.")
  private @Nullable Demo demo;

  @Option(
      names = "--demo-stripe",
      description =
          "Start a Stripe test server too, so that shoppers of the demo pay with test cards;"
              + " docs/storefront.md names some. Not in production.")
  private boolean hasDemoStripe;

  @Spec private CommandSpec spec = CommandSpec.create();

  StartCommand() {}

  @Override
  public void run() {
    VerticleType.Selection selection =
        verticles.isEmpty() ? VerticleType.Selection.ALL : VerticleType.Selection.of(verticles);
    if (isWatching) {
      watch(selection);
      return;
    }
    PluginFiles loadedPlugins = pluginFiles();
    NodeConfig loaded = config.load(loadedPlugins == null ? null : loadedPlugins.source());
    loaded.logFormat().apply();
    loaded.logLevels().apply();
    if (checksProviders && hasDemoStripe) {
      throw new CliException("The option --check-providers starts nothing: omit --demo-stripe.");
    }
    if (checksProviders) {
      new ProviderCheck(loaded).run(spec.commandLine().getOut());
      return;
    }
    Node node = new Node(loaded, selection, demo(loaded), hasDemoStripe);
    Thread starting = Thread.currentThread();
    CountDownLatch start = new CountDownLatch(1);
    Thread stopping = new Thread(() -> stop(node, starting, start), "stop");
    Runtime.getRuntime().addShutdownHook(stopping);
    try {
      node.start();
      start.countDown();
    } catch (RuntimeException failure) {
      start.countDown();
      if (isStopping(stopping)) {
        return;
      }
      node.close();
      throw failure;
    }
    if (isTrial && !isStopping(stopping)) {
      node.close();
      return;
    }
    greet(loaded, selection, node);
    await(new CountDownLatch(1));
  }

  private static void greet(NodeConfig loaded, VerticleType.Selection selection, Node node) {
    if (loaded.logFormat().isForTerminal(loaded.isProduction())) {
      StartupBanner.print(loaded, selection, node);
    } else {
      LOG.info("Started node");
    }
  }

  /** Folder of plugins or jar that the options name; null: the setting. */
  private @Nullable PluginFiles pluginFiles() {
    if (plugin != null && plugins != null) {
      throw new CliException("The options --plugin and --plugins exclude each other.");
    }
    if (plugin != null) {
      PluginFiles files = PluginFiles.of(plugin);
      if (!isWatching) {
        files.require();
      }
      return files;
    }
    return plugins == null ? null : new PluginFiles(plugins.toAbsolutePath().normalize());
  }

  private void watch(VerticleType.Selection selection) {
    PluginFiles watched = pluginFiles();
    if (watched == null || checksProviders || isTrial) {
      throw new CliException(
          "The option --watch goes with --plugin or --plugins, in a node that stays.");
    }
    new WatchedNode(
            watched,
            this::developing,
            loaded -> new Node(loaded, selection, demo(loaded), hasDemoStripe),
            loaded -> BackingServices.ofNode(loaded, hasDemoStripe),
            (loaded, node) -> greet(loaded, selection, node),
            spec.commandLine().getOut())
        .run();
  }

  private NodeConfig developing(Path copied) {
    NodeConfig loaded = config.load(copied);
    if (loaded.isProduction()) {
      throw new ParameterException(spec.commandLine(), "Production does not start with --watch.");
    }
    loaded.logFormat().apply();
    loaded.logLevels().apply();
    return loaded;
  }

  /** The demo shop of an empty database; null: none. */
  private @Nullable Demo demo(NodeConfig loaded) {
    if (demo == null) {
      return loaded.isProduction() || !OptionalModule.SAMPLES.isIncluded() ? null : Demo.WORKSHOP;
    }
    if (loaded.isProduction()) {
      throw new CliException("Production does not start with --demo: it has a shop of its own.");
    }
    OptionalModule.SAMPLES.require();
    return demo;
  }

  /** Whether the shutdown hook runs: a stop during the start is not a failure to report. */
  private static boolean isStopping(Thread hook) {
    try {
      return !Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      return true;
    }
  }

  private static void stop(Node node, Thread starting, CountDownLatch start) {
    LOG.info("Stopping node");
    endStart(starting, start);
    node.close();
    LOG.info("Stopped node");
    LogFormat.flush();
    // A requested stop is no failure, regardless of the signal.
    Runtime.getRuntime().halt(0);
  }

  /** A start that went on would use services that are closed, and report that as failures. */
  private static void endStart(Thread starting, CountDownLatch start) {
    if (start.getCount() > 0) {
      starting.interrupt();
      try {
        if (!start.await(START_TO_END_SECONDS, TimeUnit.SECONDS)) {
          // The step is a slow one of a busy machine; its end is no concern of a node that stops.
          LOG.info("Stopping a node whose start has not ended");
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void await(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
