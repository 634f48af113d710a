package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.Settings;
import dev.tradewind.spi.CurrencyDigits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command line option for the configuration file. */
final class ConfigOption {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML or properties file of settings; the environment overrides it."
              + " docs/configuration.md lists them.")
  private @Nullable Path file;

  ConfigOption() {}

  NodeConfig load() {
    return load(null);
  }

  /**
   * @param plugins folder of plugins, instead of the setting
   */
  NodeConfig load(@Nullable Path plugins) {
    NodeConfig config = NodeConfig.of(Settings.load(file, plugins));
    CurrencyDigits.declare(config.currencyDigits());
    return config;
  }
}
