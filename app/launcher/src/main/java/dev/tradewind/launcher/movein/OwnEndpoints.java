package dev.tradewind.launcher.movein;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.medusa.check.SourceCheck.Finding;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints that a Medusa v1 shop and its plugins have added, as far as their code shows them:
 * files {@code route} below {@code api}, whose folders are the path, and calls of Express routers.
 * Medusa mounts them before its own, so that one may answer in place of an operation of the API.
 */
public final class OwnEndpoints {

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_DEPTH = 16;
  private static final int EXAMPLES = 100;

  private static final Set<String> OF_MEDUSA = Set.of("@medusajs/medusa", "@medusajs/admin");
  private static final List<String> FOLDERS = List.of("src/api", "dist/api", "api");

  private static final Pattern SOURCE = Pattern.compile(".*(?<!\\.d|\\.test|\\.spec)\\.[cm]?[jt]s");

  private static final String METHODS = "(GET|POST|PUT|PATCH|DELETE)\\b";
  private static final Pattern EXPORT =
      Pattern.compile(
          "export\\s+(?:async\\s+)?(?:function|const|let)\\s+" + METHODS + "|exports\\." + METHODS);
  private static final Pattern PARAMETER = Pattern.compile("\\[([A-Za-z_]\\w*)]|:([A-Za-z_]\\w*)");

  private static final Pattern CALL =
      Pattern.compile(
          "\\b\\w*(?:[rR]oute|[rR]outer|app)\\s*\\.\\s*(get|post|put|patch|delete)"
              + "\\s*\\(\\s*[\"'`]([^\"'`]*)[\"'`]");

  /** Calls whose methods follow, or are all. */
  private static final Pattern CHAINED =
      Pattern.compile("\\.(?:route|all)\\s*\\(\\s*[\"'`][^\"'`]*[\"'`]\\s*[,)]");

  private static final Pattern PREFIX = Pattern.compile("\\.use\\s*\\(\\s*[\"'`](/[^\"'`]+)[\"'`]");

  private final Map<HttpMethod, PathTree<Operation>> operations = new HashMap<>();
  private final Contract contract;
  private final Set<String> answered = new TreeSet<>();
  private final Set<String> others = new TreeSet<>();
  private final Set<String> unknown = new TreeSet<>();

  private OwnEndpoints(Contract contract) {
    this.contract = contract;
  }

  /**
   * Findings of the check about the endpoints of a shop.
   *
   * @param shop folder of the shop's {@code package.json}
   * @throws CliException if it cannot be read
   */
  public static List<Finding> in(Path shop, Contract contract) {
    OwnEndpoints found = new OwnEndpoints(contract);
    try {
      found.read(shop, "");
      for (String plugin : plugins(shop)) {
        found.readPlugin(shop, plugin);
      }
    } catch (IOException | UncheckedIOException | DecodeException unreadable) {
      throw new CliException("The code of the shop cannot be read: " + unreadable, unreadable);
    }
    return found.findings();
  }

  private static Set<String> plugins(Path shop) throws IOException {
    Path file = shop.resolve("package.json");
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no " + file);
    }
    JsonObject dependencies = new JsonObject(Files.readString(file)).getJsonObject("dependencies");
    Set<String> plugins =
        new TreeSet<>(dependencies == null ? Set.of() : dependencies.fieldNames());
    plugins.removeAll(OF_MEDUSA);
    return plugins;
  }

  /** Reads the folder where Node.js finds the plugin. */
  private void readPlugin(Path shop, String plugin) throws IOException {
    for (Path at = shop.toAbsolutePath(); at != null; at = at.getParent()) {
      Path code = at.resolve("node_modules").resolve(plugin);
      if (Files.isDirectory(code)) {
        read(code, plugin + ": ");
        return;
      }
    }
    unknown.add(plugin + ": not installed");
  }

  private void read(Path code, String owner) throws IOException {
    for (String folder : FOLDERS) {
      Path api = code.resolve(folder);
      if (Files.isDirectory(api)) {
        try (Stream<Path> files = Files.walk(api, MAX_DEPTH)) {
          for (Path file : files.filter(OwnEndpoints::isSource).sorted().toList()) {
            read(api, file, owner);
          }
        }
        // What is built from the sources has the same endpoints.
        return;
      }
    }
  }

  private static boolean isSource(Path file) {
    return Files.isRegularFile(file) && SOURCE.matcher(file.getFileName().toString()).matches();
  }

  private void read(Path api, Path file, String owner) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      unknown.add(owner + api.relativize(file) + ": larger than " + MAX_BYTES + " bytes");
      return;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    if (file.getFileName().toString().matches("route\\.[cm]?[jt]s")) {
      String path = "/" + api.relativize(file.getParent()).toString().replace('\\', '/');
      EXPORT
          .matcher(text)
          .results()
          .map(OwnEndpoints::firstGroup)
          .forEach(method -> add(owner, method, path));
      return;
    }
    CHAINED
        .matcher(text)
        .results()
        .forEach(
            call -> unknown.add("%s%s: %s".formatted(owner, api.relativize(file), call.group())));
    List<String> prefixes =
        PREFIX.matcher(text).results().map(use -> use.group(1)).distinct().toList();
    for (MatchResult call : CALL.matcher(text).results().toList()) {
      String path = call.group(2);
      String method = call.group(1).toUpperCase(Locale.ROOT);
      // Medusa mounts the router of api/index at the root.
      boolean isWhole =
          path.startsWith("/store/")
              || path.startsWith("/admin/")
              || prefixes.contains(path)
              || api.equals(file.getParent());
      if (isWhole) {
        add(owner, method, path);
      } else if (prefixes.size() == 1) {
        add(owner, method, prefixes.getFirst() + (path.equals("/") ? "" : path));
      } else {
        unknown.add("%s%s: %s %s".formatted(owner, api.relativize(file), method, path));
      }
    }
  }

  private static String firstGroup(MatchResult export) {
    return export.group(1) == null ? export.group(2) : export.group(1);
  }

  private void add(String owner, String method, String path) {
    String template =
        PARAMETER.matcher(path).replaceAll(name -> "{%s}".formatted(firstGroup(name)));
    Operation operation = operation(HttpMethod.valueOf(method), template);
    String endpoint = owner + method + " " + template;
    if (operation == null) {
      others.add(endpoint);
    } else {
      answered.add("%s (%s)".formatted(endpoint, operation.id()));
    }
  }

  private @Nullable Operation operation(HttpMethod method, String template) {
    PathTree.Match<Operation> match =
        operations
            .computeIfAbsent(method, each -> PathTree.of(contract.operations(), each))
            .find(template.replaceAll("[{}]", ""));
    return match == null ? null : match.value();
  }

  private List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    add(
        findings,
        answered,
        "own endpoints in place of operations",
        "Medusa asked them first. Here the operation answers, unless a route names it in"
            + " \"replaces\": docs/extending.md#routes.");
    add(
        findings,
        others,
        "own endpoints",
        "They go on in a service of the shop to which routes lead: docs/extending.md#routes.");
    add(
        findings,
        unknown,
        "endpoints whose path the code does not show",
        "Compare them with the API, and give them routes: docs/extending.md#routes.");
    return findings;
  }

  private static void add(
      List<Finding> findings, Set<String> endpoints, String subject, String consequence) {
    if (!endpoints.isEmpty()) {
      String examples = String.join(", ", endpoints.stream().limit(EXAMPLES).toList());
      findings.add(new Finding(Severity.WARNING, subject, endpoints.size(), examples, consequence));
    }
  }
}
