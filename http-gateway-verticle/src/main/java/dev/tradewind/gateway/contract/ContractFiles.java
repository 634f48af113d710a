package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Loader of the contract: reads the YAML fragments and merges them into one document per surface.
 */
final class ContractFiles {

  private static final String FOLDER = "/openapi/";
  private static final String ANSWERS = "x-common-responses";
  private static final String ANSWERS_OF_READS = "x-common-responses-of-reads";

  private ContractFiles() {}

  /** The merged documents by surface. */
  static Map<String, JsonObject> documents() {
    JsonObject root = read("openapi.yaml");
    JsonObject components = new JsonObject();
    JsonObject answers = new JsonObject();
    JsonObject answersOfReads = new JsonObject();
    for (Object file : root.getJsonArray("x-shared")) {
      JsonObject shared = read((String) file);
      mergeInto(components, shared.getJsonObject("components"));
      mergeInto(answers, shared.getJsonObject(ANSWERS, new JsonObject()));
      mergeInto(answersOfReads, shared.getJsonObject(ANSWERS_OF_READS, new JsonObject()));
    }
    Map<String, JsonObject> documents = new LinkedHashMap<>();
    JsonObject surfaces = root.getJsonObject("x-surfaces");
    for (String surface : surfaces.fieldNames()) {
      JsonObject described = surfaces.getJsonObject(surface);
      JsonObject paths = new JsonObject();
      for (Object file : described.getJsonArray("fragments")) {
        mergeInto(paths, read((String) file).getJsonObject("paths"));
      }
      addAnswers(operations(paths), answers);
      addAnswers(reads(paths), answersOfReads);
      addAccess(paths, ApiSurface.of(surface));
      addPermissions(paths);
      documents.put(
          surface,
          new JsonObject()
              .put("openapi", root.getString("openapi"))
              .put("info", info(root, described))
              .put("tags", tags(root, paths))
              .put("paths", paths)
              .put("components", UnusedComponentPruner.used(components, paths)));
    }
    return documents;
  }

  private static JsonObject info(JsonObject root, JsonObject surface) {
    return root.getJsonObject("info").copy().put("title", surface.getString("title"));
  }

  private static JsonArray tags(JsonObject root, JsonObject paths) {
    List<Object> used =
        operations(paths).flatMap(operation -> operation.getJsonArray("tags").stream()).toList();
    JsonArray tags = new JsonArray();
    for (Object tag : root.getJsonArray("tags")) {
      if (used.contains(((JsonObject) tag).getString("name"))) {
        tags.add(tag);
      }
    }
    return tags;
  }

  private static void addAnswers(Stream<JsonObject> operations, JsonObject answers) {
    operations.forEach(operation -> mergeInto(operation.getJsonObject("responses"), answers));
  }

  /**
   * Expands the access policy, which the fragments state once, into the two places that clients
   * read.
   */
  private static void addAccess(JsonObject paths, ApiSurface surface) {
    operations(paths)
        .forEach(operation -> {
          if (!operation.containsKey(AccessPolicy.EXTENSION)) {
            operation.put(AccessPolicy.EXTENSION, AccessPolicy.standard(surface).label());
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

  private static Stream<JsonObject> reads(JsonObject paths) {
    return paths.stream()
        .map(path -> ((JsonObject) path.getValue()).getJsonObject("get"))
        .filter(Objects::nonNull);
  }

  /**
   * Merges two fragments; they may extend the same object, but never define the same member twice.
   */
  private static void mergeInto(JsonObject target, JsonObject source) {
    for (Map.Entry<String, Object> entry : source) {
      Object present = target.getValue(entry.getKey());
      if (present == null) {
        target.put(entry.getKey(), copy(entry.getValue()));
      } else if (present instanceof JsonObject inner
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

  private static JsonObject read(String file) {
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
