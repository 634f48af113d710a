package dev.tradewind.launcher.cli;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.medusa.back.MoveBack;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "move-back",
    description =
        "Write what has changed since the switch (move-in --finish) back into the database of the"
            + " Medusa v1 shop, in one transaction: orders with everything after the sale, carts,"
            + " customers, discounts, gift cards and stock. Nothing may write to either database.",
    mixinStandardHelpOptions = true)
public final class MoveBackCommand implements Callable<Integer> {

  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(
      paramLabel = "URL",
      description =
          "Database of the Medusa v1 shop: postgresql://user:password@host:5432/database, with a"
              + " role that may write.")
  private String medusa = "";

  @Option(
      names = "--check",
      description = "Print what would be written, and write nothing in the end.")
  private boolean check;

  @Option(names = "--report", paramLabel = "FILE", description = "Also write the report as JSON.")
  private @Nullable Path report;

  MoveBackCommand() {}

  @Override
  public Integer call() {
    DatabaseConfig to = MoveInCommand.parse(medusa);
    MoveBack.Report[] result = new MoveBack.Report[1];
    DatabaseCommand.onDatabase(
        config.load(), (vertx, from) -> result[0] = MoveBack.run(from, to, check));
    System.out.print(result[0].toText());
    MoveInCommand.write(result[0].toJson(), report);
    return CommandLine.ExitCode.OK;
  }
}
