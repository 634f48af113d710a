package dev.tradewind.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command takes its settings from. */
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
    return NodeConfig.of(Settings.load(file));
  }
}
