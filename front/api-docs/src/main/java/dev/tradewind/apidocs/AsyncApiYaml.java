package dev.tradewind.apidocs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** YAML form of a generated document. */
public final class AsyncApiYaml {

  private static final int WIDTH = 100;

  private AsyncApiYaml() {}

  public static String of(JsonObject document) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setWidth(WIDTH);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    return "# Generated from dev.tradewind.api.event.type.EventTypes.\n"
        + new Yaml(options).dump(plain(document));
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case JsonObject object -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        object.forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        yield map;
      }
      case JsonArray array -> array.stream().map(AsyncApiYaml::plain).toList();
      case null, default -> value;
    };
  }
}
