package dev.tradewind.launcher.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "migrate",
    description = "Migrate the database to this version.",
    mixinStandardHelpOptions = true)
public final class MigrateCommand implements Runnable {

  @Mixin private ConfigOption config = new ConfigOption();

  MigrateCommand() {}

  @Override
  public void run() {
    DatabaseCommand.run(
        config.load(), (seeding, loaded) -> System.out.println("The database is up to date."));
  }
}
