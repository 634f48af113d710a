package dev.tradewind.launcher.cli;

import dev.tradewind.catalog.inventory.LocateStock;
import dev.tradewind.launcher.seed.RequestRules;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "inventory",
    description = "Manage stock at locations.",
    mixinStandardHelpOptions = true,
    subcommands = InventoryCommand.Locate.class)
public final class InventoryCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  InventoryCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(
      name = "locate",
      description =
          "Turn the simple stock of all managed variants into stock at a location. The shop may run"
              + " meanwhile, and the command may be repeated.",
      mixinStandardHelpOptions = true)
  static final class Locate implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
        names = "--location",
        defaultValue = "Warehouse",
        description =
            "Name of the location, which is created if absent (${DEFAULT-VALUE}). A converted"
                + " shop keeps its default location.")
    private String location = "";

    Locate() {}

    @Override
    public void run() {
      String name = RequestRules.locationName(location);
      DatabaseCommand.run(
          config.load(),
          (seeding, loaded) -> {
            LocateStock.Located located = seeding.locateStock(name);
            System.out.println(
                "Located the stock of %s variants. The default location is %s."
                    .formatted(located.variants(), located.locationId()));
          });
    }
  }
}
