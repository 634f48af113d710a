package dev.tradewind.launcher.field;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.launcher.cli.AdminApiClient;
import dev.tradewind.launcher.cli.ApiOptions;
import dev.tradewind.launcher.config.CliException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "fields",
    description = "List, declare, check and remove typed fields of products, customers and others.",
    mixinStandardHelpOptions = true,
    subcommands = {
      FieldsCommand.ListFields.class,
      FieldsCommand.Declare.class,
      FieldsCommand.Check.class,
      FieldsCommand.Remove.class
    })
public final class FieldsCommand implements Callable<Integer> {

  private static final String PATH = "/admin/tradewind/fields";

  /** Exit code if stored rows contradict. */
  private static final int CONTRADICTED = 3;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  public FieldsCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  private static List<JsonObject> list(AdminApiClient shop) {
    return JsonArrays.objects(shop.get(PATH).getJsonArray("fields"));
  }

  private static JsonObject find(AdminApiClient shop, String id) {
    return optional(shop, id)
        .orElseThrow(() -> new CliException("The field " + id + " is not declared."));
  }

  private static Optional<JsonObject> optional(AdminApiClient shop, String id) {
    return list(shop).stream().filter(field -> field.getString("id").equals(id)).findFirst();
  }

  private static int print(PrintWriter out, String id, JsonObject report) {
    long count = report.getLong("count");
    out.printf("%s: %s stored rows contradict%n", id, count);
    for (JsonObject row : JsonArrays.objects(report.getJsonArray("first"))) {
      out.printf("  %s: %s%n", row.getString("id"), row.getString("error"));
    }
    return count == 0 ? CommandLine.ExitCode.OK : CONTRADICTED;
  }

  @Command(
      name = "list",
      description = "List the declared fields of all resources.",
      mixinStandardHelpOptions = true)
  static final class ListFields implements Runnable {

    @Mixin private ApiOptions api = new ApiOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    ListFields() {}

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      for (JsonObject field : list(api.open())) {
        List<String> parts = new ArrayList<>();
        parts.add(field.getString("id"));
        parts.add(field.getString("type"));
        Stream.of("required", "unique", "staff_only", "searchable")
            .filter(field::getBoolean)
            .forEach(parts::add);
        parts.add(field.getString("status"));
        parts.add("index " + field.getString("index_status"));
        out.printf("%s%n", String.join("  ", parts));
      }
    }
  }

  @Command(
      name = "declare",
      description =
          "Declare a field, or change it to what the options say. Refused with a report while"
              + " stored rows contradict.",
      mixinStandardHelpOptions = true)
  static final class Declare implements Callable<Integer> {

    @Mixin private ApiOptions api = new ApiOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
        index = "0",
        paramLabel = "RESOURCE",
        description = "product, variant, collection, region, customer, order, cart or line_item.")
    private String resource = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "Name in the metadata.")
    private String name = "";

    @Parameters(
        index = "2",
        paramLabel = "TYPE",
        description = "text, number, boolean, date, enum, reference, list or money.")
    private String type = "";

    @Option(names = "--required", description = "A row has to have a value.")
    private boolean isRequired;

    @Option(names = "--unique", description = "Two rows may not have the same value.")
    private boolean isUnique;

    @Option(names = "--staff-only", description = "Shoppers neither see nor write it.")
    private boolean isStaffOnly;

    @Option(names = "--searchable", description = "Lists filter and sort by it.")
    private boolean isSearchable;

    @Option(
        names = "--default",
        paramLabel = "JSON",
        description = "Value of new rows that name none, as JSON; other texts are taken as texts.")
    private @Nullable String absent;

    @Option(
        names = "--values",
        paramLabel = "TEXT",
        split = ",",
        description = "Values of an enum, or the only ones of a list.")
    private @Nullable List<String> values;

    @Option(
        names = "--references",
        paramLabel = "RESOURCE",
        description = "Resource of a reference.")
    private @Nullable String references;

    @Option(
        names = "--currency",
        paramLabel = "CODE",
        description = "Currency of an amount, such as eur.")
    private @Nullable String currency;

    @Option(names = "--dry-run", description = "Only report what contradicts.")
    private boolean isDryRun;

    Declare() {}

    @Override
    public Integer call() {
      AdminApiClient shop = api.open();
      String id = resource + "." + name;
      JsonObject body =
          new JsonObject()
              .put("type", type)
              .put("required", isRequired)
              .put("unique", isUnique)
              .put("searchable", isSearchable)
              .put("default", absent == null ? null : value(absent))
              .put("values", values == null ? null : new JsonArray(values))
              .put("references", references)
              .put("currency_code", currency);
      Optional<JsonObject> present = optional(shop, id);
      requirePlace(present);
      PrintWriter out = spec.commandLine().getOut();
      JsonObject report =
          send(shop, present, body.copy().put("dry_run", true)).getJsonObject("report");
      if (isDryRun || report.getLong("count") > 0) {
        return print(out, id, report);
      }
      JsonObject field = send(shop, present, body).getJsonObject("field");
      out.printf(
          "Declared %s, version %s, index %s%n",
          id, field.getLong("version"), field.getString("index_status"));
      return CommandLine.ExitCode.OK;
    }

    private void requirePlace(Optional<JsonObject> present) {
      if (present.isPresent() && present.get().getBoolean("staff_only") != isStaffOnly) {
        throw new CliException(
            "The values of a declared field do not move: remove the field, and declare it again.");
      }
    }

    private JsonObject send(AdminApiClient shop, Optional<JsonObject> present, JsonObject body) {
      return present
          .map(field ->
              shop.post(
                  PATH + "/" + field.getString("id"),
                  body.put("version", field.getLong("version"))))
          .orElseGet(() ->
              shop.post(
                  PATH,
                  body.put("resource", resource).put("name", name).put("staff_only", isStaffOnly)));
    }

    private static Object value(String text) {
      try {
        return Json.decodeValue(text);
      } catch (DecodeException notJson) {
        return text;
      }
    }
  }

  @Command(
      name = "check",
      description = "Report stored rows that contradict the declaration of a field.",
      mixinStandardHelpOptions = true)
  static final class Check implements Callable<Integer> {

    @Mixin private ApiOptions api = new ApiOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FIELD", description = "Resource and name, as product.weight_kg.")
    private String id = "";

    Check() {}

    @Override
    public Integer call() {
      AdminApiClient shop = api.open();
      JsonObject field = find(shop, id);
      JsonObject dryRun =
          new JsonObject().put("version", field.getLong("version")).put("dry_run", true);
      return print(
          spec.commandLine().getOut(),
          id,
          shop.post(PATH + "/" + id, dryRun).getJsonObject("report"));
    }
  }

  @Command(
      name = "remove",
      description = "Remove the declaration of a field. Stored values stay in the metadata.",
      mixinStandardHelpOptions = true)
  static final class Remove implements Runnable {

    @Mixin private ApiOptions api = new ApiOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FIELD", description = "Resource and name, as product.weight_kg.")
    private String id = "";

    Remove() {}

    @Override
    public void run() {
      AdminApiClient shop = api.open();
      find(shop, id);
      shop.delete(PATH + "/" + id, null);
      spec.commandLine().getOut().printf("Removed %s%n", id);
    }
  }
}
