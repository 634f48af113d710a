package dev.tradewind.customer.oauthapp;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * OAuth applications of the store.
 *
 * @param mayCallPrivateAddresses whether their endpoints may have private addresses and use plain
 *     HTTP; for development and tests only
 */
public record AppSettings(List<OAuthApp> apps, boolean mayCallPrivateAddresses) {

  public static final AppSettings NONE = new AppSettings(List.of(), false);

  private static final Set<String> REQUIRED =
      Set.of("application_name", "display_name", "token_endpoint", "client_id", "client_secret");
  private static final Set<String> OPTIONAL =
      Set.of("install_url", "uninstall_url", "redirect_uri");

  public AppSettings {
    apps = List.copyOf(apps);
    Set<String> names = new HashSet<>();
    for (OAuthApp app : apps) {
      if (!names.add(app.name())) {
        throw new IllegalArgumentException("The application " + app.name() + " is there twice.");
      }
    }
  }

  public static AppSettings of(List<OAuthApp> apps) {
    return new AppSettings(apps, false);
  }

  public AppSettings callingPrivateAddresses(boolean may) {
    return new AppSettings(apps, may);
  }

  Optional<OAuthApp> app(String name) {
    return apps.stream().filter(app -> app.name().equals(name)).findFirst();
  }

  /**
   * Parses a list of objects.
   *
   * @throws IllegalArgumentException with a message for the operator that contains no secret
   */
  public static AppSettings parse(JsonArray list) {
    return of(
        list.stream()
            .map(element -> {
              if (element instanceof JsonObject app) {
                return app(app);
              }
              throw new IllegalArgumentException("Every application must be an object.");
            })
            .toList());
  }

  private static OAuthApp app(JsonObject json) {
    for (String name : json.fieldNames()) {
      if (!REQUIRED.contains(name) && !OPTIONAL.contains(name)) {
        throw new IllegalArgumentException("An application has an unknown property " + name + ".");
      }
      if (!(json.getValue(name) instanceof String)) {
        throw new IllegalArgumentException(name + " of an application must be a text.");
      }
    }
    for (String name : REQUIRED) {
      if (json.getString(name, "").isBlank()) {
        throw new IllegalArgumentException("Every application needs a " + name + ".");
      }
    }
    return new OAuthApp(
        json.getString("application_name"),
        json.getString("display_name"),
        json.getString("install_url"),
        json.getString("uninstall_url"),
        URI.create(json.getString("token_endpoint")),
        json.getString("client_id"),
        json.getString("client_secret"),
        json.getString("redirect_uri"));
  }
}
