package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Loader of the contract: reads the YAML fragments and merges them into one document per surface.
 */
final class ContractFiles {

  private static final String FOLDER = "/openapi/";
  private static final String READ = "get";
  private static final String ANSWERS = "x-common-responses";
  private static final String TAG_GROUPS = "x-tagGroups";

  /** Errors of the API; those that name a surface are of that one alone. */
  static final String ERRORS = "x-errors";

  private ContractFiles() {}

  /** The merged documents by surface. */
  static Map<String, JsonObject> documents() {
    JsonObject root = read("openapi.yaml");
    JsonObject components = new JsonObject();
    JsonObject answers = new JsonObject();
    for (Object file : root.getJsonArray("x-shared")) {
      JsonObject shared = read((String) file);
      mergeInto(components, shared.getJsonObject("components"));
      mergeInto(answers, shared.getJsonObject(ANSWERS, new JsonObject()));
    }
    JsonArray errors = read("errors.yaml").getJsonArray(ERRORS);
    Map<String, JsonObject> documents = new LinkedHashMap<>();
    JsonObject surfaces = root.getJsonObject("x-surfaces");
    for (String surface : surfaces.fieldNames()) {
      JsonObject described = surfaces.getJsonObject(surface);
      JsonObject paths = new JsonObject();
      for (Object file : described.getJsonArray("fragments")) {
        mergeInto(paths, read((String) file).getJsonObject("paths"));
      }
      addAnswers(paths, answers);
      addAccess(paths, ApiSurface.of(surface));
      addPermissions(paths);
      documents.put(
          surface,
          new JsonObject()
              .put("openapi", root.getString("openapi"))
              .put("info", info(root, described))
              .put("servers", root.getJsonArray("servers"))
              .put("tags", tags(root, described.getJsonArray(TAG_GROUPS)))
              .put(TAG_GROUPS, described.getJsonArray(TAG_GROUPS))
              .put(ERRORS, errors(errors, surface, paths))
              .put("paths", paths)
              .put("components", UnusedComponentPruner.used(components, paths)));
    }
    return documents;
  }

  private static JsonObject info(JsonObject root, JsonObject surface) {
    return root.getJsonObject("info").copy().put("title", surface.getString("title"));
  }

  /** Errors of a surface; an error of named operations is one of those that the surface has. */
  private static JsonArray errors(JsonArray all, String surface, JsonObject paths) {
    Set<String> ids =
        operations(paths)
            .map(operation -> operation.getString("operationId"))
            .collect(Collectors.toSet());
    JsonArray errors = new JsonArray();
    for (Object each : all) {
      JsonObject error = ((JsonObject) each).copy();
      JsonArray named = error.getJsonArray("operations");
      if (named != null) {
        named = new JsonArray(named.stream().filter(ids::contains).toList());
        error.put("operations", named);
      }
      Object only = error.remove("surface");
      if ((only == null || only.equals(surface)) && (named == null || !named.isEmpty())) {
        errors.add(error);
      }
    }
    return errors;
  }

  /** Tags of a surface in the order of its groups. */
  private static JsonArray tags(JsonObject root, JsonArray groups) {
    Map<String, Object> described = new HashMap<>();
    root.getJsonArray("tags")
        .forEach(tag -> described.put(((JsonObject) tag).getString("name"), tag));
    JsonArray tags = new JsonArray();
    groups.stream()
        .flatMap(group -> ((JsonObject) group).getJsonArray("tags").stream())
        .forEach(name -> tags.add(Objects.requireNonNull(described.get(name), "Tag " + name)));
    return tags;
  }

  /**
   * Adds the responses that operations of one kind have in common, unless one describes its own.
   */
  private static void addAnswers(JsonObject paths, JsonObject answers) {
    for (Map.Entry<String, Object> path : paths) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        JsonObject operation = (JsonObject) method.getValue();
        JsonObject responses = operation.getJsonObject("responses");
        boolean isRead = method.getKey().equals(READ);
        addMissing(responses, answers.getJsonObject("all"));
        addMissing(responses, answers.getJsonObject(isRead ? "reads" : "writes"));
        if (!isRead || !isList(path.getKey(), operation)) {
          addMissing(responses, answers.getJsonObject("named"));
        }
        if (operation.containsKey("requestBody")) {
          addMissing(responses, answers.getJsonObject("bodies"));
        }
      }
    }
  }

  private static void addMissing(JsonObject responses, JsonObject common) {
    common.forEach(
        answer -> responses.getMap().putIfAbsent(answer.getKey(), copy(answer.getValue())));
  }

  /** Whether a read has pages and names nothing that must exist, as a cart to take prices for. */
  private static boolean isList(String path, JsonObject operation) {
    String parameters = operation.getJsonArray("parameters", new JsonArray()).encode();
    return !path.contains("{")
        && parameters.contains("Offset")
        && !parameters.contains("PriceCart");
  }

  /**
   * Expands the access policy, which the fragments state once, into the two places that clients
   * read.
   */
  private static void addAccess(JsonObject paths, ApiSurface surface) {
    operations(paths)
        .forEach(operation -> {
          if (!operation.containsKey(AccessPolicy.EXTENSION)) {
            operation.put(AccessPolicy.EXTENSION, AccessPolicy.defaultOf(surface).label());
          }
          if (!operation.containsKey("security")) {
            operation.put("security", AccessPolicy.of(operation).security());
          }
        });
  }

  /**
   * States the permission of every operation for users, where the fragments leave it to the path.
   */
  private static void addPermissions(JsonObject paths) {
    for (Map.Entry<String, Object> path : paths) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        JsonObject operation = (JsonObject) method.getValue();
        String permission = PermissionReader.permission(path.getKey(), method.getKey(), operation);
        if (permission != null) {
          operation.put(PermissionReader.EXTENSION, permission);
        }
      }
    }
  }

  private static Stream<JsonObject> operations(JsonObject paths) {
    return paths.stream()
        .flatMap(path -> ((JsonObject) path.getValue()).stream())
        .map(operation -> (JsonObject) operation.getValue());
  }

  /**
   * Merges two fragments; they may extend the same object, but never define the same member twice.
   */
  private static void mergeInto(JsonObject target, JsonObject source) {
    for (Map.Entry<String, Object> entry : source) {
      Object current = target.getValue(entry.getKey());
      if (current == null) {
        target.put(entry.getKey(), copy(entry.getValue()));
      } else if (current instanceof JsonObject inner
          && entry.getValue() instanceof JsonObject addition) {
        mergeInto(inner, addition);
      } else {
        throw new IllegalStateException("The contract defines twice: " + entry.getKey());
      }
    }
  }

  private static Object copy(Object value) {
    return value instanceof JsonObject object ? object.copy() : value;
  }

  static JsonObject read(String file) {
    try (InputStream in = ContractFiles.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("The contract has no file " + file);
      }
      Map<String, Object> content = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
      // Each use of a YAML alias gets its own copy.
      return new JsonObject(content).copy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
