package dev.tradewind.launcher.cli;

import dev.tradewind.kernel.audit.AuditChain;
import dev.tradewind.kernel.audit.AuditVerification;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.node.VerticleType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "audit",
    description = "Verify the audit log.",
    mixinStandardHelpOptions = true,
    subcommands = AuditCommand.Verify.class)
public final class AuditCommand implements Callable<Integer> {

  private static final Duration CALL = Duration.ofMinutes(30);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  AuditCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(
      name = "verify",
      description =
          "Verify the hash chains of the audit log and print their heads. Note the heads elsewhere:"
              + " given to a later run, they show whether the end of a chain was removed.",
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
        names = "--head",
        paramLabel = "HASH",
        description = "Head that an earlier run printed; may be repeated.")
    private Set<String> heads = new HashSet<>();

    Verify() {}

    @Override
    public Integer call() {
      Set<String> missing = new TreeSet<>(heads);
      boolean[] isIntact = {true};
      DatabaseCommand.onDatabase(
          config.load(),
          (vertx, database) -> {
            for (VerticleType verticle : VerticleType.values()) {
              Pool pool = SchemaPool.open(vertx, database, verticle.schema());
              try {
                await(new AuditChain(pool).chain());
                AuditVerification.Result result =
                    await(new AuditVerification(pool, heads).verify());
                missing.removeAll(result.found());
                isIntact[0] &= result.problems().isEmpty();
                print(verticle, result);
              } finally {
                await(pool.close());
              }
            }
          });
      missing.forEach(head -> System.out.println("Head " + head + " is not in any chain."));
      if (isIntact[0] && missing.isEmpty()) {
        return CommandLine.ExitCode.OK;
      }
      return CommandLine.ExitCode.SOFTWARE;
    }

    private static void print(VerticleType verticle, AuditVerification.Result result) {
      String head = result.head();
      System.out.printf(
          "%s: %s entries, %s waiting, head %s%n",
          verticle.label(), result.chained(), result.waiting(), head == null ? "none" : head);
      result.problems().forEach(problem -> System.out.println("  " + problem));
    }
  }

  private static <T> T await(Future<T> future) {
    return Awaiting.await("Verifying the audit log", future, CALL);
  }
}
