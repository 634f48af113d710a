package dev.tradewind.launcher;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "seed",
    description = "Fill an empty database with the demo shop and its first user.",
    mixinStandardHelpOptions = true)
final class SeedCommand implements Runnable {

  @Mixin private ConfigOption config = new ConfigOption();

  SeedCommand() {}

  @Override
  public void run() {
    DatabaseCommand.run(
        config.load(),
        (seeding, loaded) -> {
          System.out.println(
              seeding.demoShop()
                  ? "The demo shop is in the database."
                  : "There is a shop in the database already; nothing was changed.");
          if (seeding.firstUser(loaded.adminEmail(), loaded.adminPassword())) {
            System.out.println(loaded.adminEmail() + " is the first user.");
          }
        });
  }
}
