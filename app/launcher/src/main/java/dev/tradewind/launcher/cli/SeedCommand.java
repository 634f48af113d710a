package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.OptionalModule;
import dev.tradewind.launcher.seed.Demo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "seed",
    description =
        "Fill an empty database with the demo shop and its first user, and any database with sample"
            + " products, customers and orders. The same numbers create the same rows; existing ones"
            + " stay. No events are published for them.",
    mixinStandardHelpOptions = true)
public final class SeedCommand implements Runnable {

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--demo",
      paramLabel = "NAME",
      description = "Demo shop: " + Demo.NAMES + ". Default: workshop.")
  private Demo demo = Demo.WORKSHOP;

  @Option(names = "--products", paramLabel = "N", description = "Number of sample products.")
  private int products;

  @Option(names = "--customers", paramLabel = "N", description = "Number of sample customers.")
  private int customers;

  @Option(
      names = "--orders",
      paramLabel = "N",
      description = "Number of sample orders, of the shop's products and customers.")
  private int orders;

  SeedCommand() {}

  @Override
  public void run() {
    if (products < 0 || customers < 0 || orders < 0) {
      throw new ParameterException(spec.commandLine(), "Numbers of samples are not negative.");
    }
    OptionalModule.SAMPLES.require();
    DatabaseCommand.run(
        config.load(),
        (seeding, loaded) -> {
          System.out.println(
              seeding.demoShop(demo, loaded)
                  ? "The demo shop is in the database."
                  : "There is a shop in the database already; it stays as it is.");
          if (seeding.firstUser(loaded.adminEmail(), loaded.adminPassword())) {
            System.out.println(loaded.adminEmail() + " is the first user.");
          }
          seeding.samples(products, customers, orders);
        });
  }
}
