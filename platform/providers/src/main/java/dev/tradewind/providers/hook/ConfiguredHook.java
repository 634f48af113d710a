package dev.tradewind.providers.hook;

import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.HookPolicy;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** HTTP hook of the operator's file. */
public record ConfiguredHook(
    String name, HookPoint point, URI url, HookPolicy policy, WebhookSecret secret) {

  private static final Set<String> NAMES =
      Set.of("name", "point", "url", "deadline_ms", "required", "max_concurrent", "secret_file");

  /**
   * Parses a list of objects.
   *
   * @param file reads a file of a secret
   * @throws IllegalArgumentException with a message for the operator that contains no secret
   */
  public static List<ConfiguredHook> parse(JsonArray list, UnaryOperator<String> file) {
    return list.stream()
        .map(element -> {
          if (!(element instanceof JsonObject hook)) {
            throw new IllegalArgumentException("Every hook must be an object.");
          }
          return parse(hook, file);
        })
        .toList();
  }

  private static ConfiguredHook parse(JsonObject hook, UnaryOperator<String> file) {
    String name = JsonObjects.requiredText(hook, "name", "Every hook");
    String label = "The hook " + name;
    hook.fieldNames().stream()
        .filter(member -> !NAMES.contains(member))
        .findFirst()
        .ifPresent(unknown -> {
          throw new IllegalArgumentException(
              label + " has an unknown property " + unknown + "; there are " + sorted(NAMES) + ".");
        });
    return new ConfiguredHook(
        name,
        point(JsonObjects.requiredText(hook, "point", label), label),
        url(JsonObjects.requiredText(hook, "url", label), label),
        policy(hook, label),
        WebhookSecret.parse(
                file.apply(JsonObjects.requiredText(hook, "secret_file", label)).strip())
            .orElseThrow(() ->
                new IllegalArgumentException(
                    label
                        + " needs a file with a secret of whsec_ and the Base64 form of 24 to 64"
                        + " bytes.")));
  }

  private static HookPoint point(String text, String label) {
    return Arrays.stream(HookPoint.values())
        .filter(point -> name(point).equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                label
                    + " cannot have the point "
                    + text
                    + "; there are "
                    + Arrays.stream(HookPoint.values())
                        .map(ConfiguredHook::name)
                        .collect(Collectors.joining(", "))
                    + "."));
  }

  static String name(HookPoint point) {
    return point.name().toLowerCase(Locale.ROOT);
  }

  private static URI url(String text, String label) {
    try {
      URI url = new URI(text);
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (isHttp && url.getHost() != null && url.getRawUserInfo() == null) {
        return url;
      }
    } catch (URISyntaxException malformed) {
      // The same sentence as for other URLs.
    }
    throw new IllegalArgumentException(label + " needs a url of http or https with a host.");
  }

  private static HookPolicy policy(JsonObject hook, String label) {
    HookPolicy policy = HookPolicy.DEFAULT;
    try {
      return new HookPolicy(
          Duration.ofMillis(hook.getLong("deadline_ms", policy.deadline().toMillis())),
          hook.getBoolean("required", policy.isRequired()),
          hook.getInteger("max_concurrent", policy.maxConcurrent()));
    } catch (ClassCastException wrongType) {
      throw new IllegalArgumentException(
          label
              + " needs numbers as deadline_ms and max_concurrent, and true or false as required.",
          wrongType);
    } catch (IllegalArgumentException outOfRange) {
      throw new IllegalArgumentException(label + ": " + outOfRange.getMessage(), outOfRange);
    }
  }

  private static String sorted(Set<String> names) {
    return names.stream().sorted().collect(Collectors.joining(", "));
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return name;
  }
}
