package dev.tradewind.gateway.forward;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.PathTemplate;
import dev.tradewind.gateway.forward.ForwardedRoute.Callers;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of the operator's file of services and routes. A wrong member is named by its place. */
final class RoutesFile {

  private static final String SERVICES = "services";
  private static final String ROUTES = "routes";

  private static final Set<String> OF_SERVICE =
      Set.of("url", "deadline_ms", "idle_ms", "max_concurrent", "v1_secret_file");
  private static final Set<String> OF_ROUTE =
      Set.of(
          "service",
          "methods",
          "path",
          "caller",
          "permission",
          "replaces",
          "credentials",
          "max_body_bytes",
          "costly");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final Pattern ORIGIN = Pattern.compile("https?://[a-zA-Z0-9.\\[\\]:_-]+");
  private static final Pattern PERMISSION = Pattern.compile("[a-z][a-z-]*:[a-z]+");
  private static final Map<String, HttpMethod> METHODS =
      Map.of(
          "GET", HttpMethod.GET,
          "POST", HttpMethod.POST,
          "PUT", HttpMethod.PUT,
          "PATCH", HttpMethod.PATCH,
          "DELETE", HttpMethod.DELETE);

  private static final long DEFAULT_DEADLINE_MILLIS = 5_000;
  private static final long MAX_DEADLINE_MILLIS = 120_000;
  private static final long DEFAULT_IDLE_MILLIS = 60_000;

  /** Connections of clients that are idle for longer are closed. */
  private static final long MAX_IDLE_MILLIS = 70_000;

  private static final long DEFAULT_CONCURRENT = 64;
  private static final long MAX_CONCURRENT = 10_000;
  private static final long DEFAULT_BODY = 100 * 1024;
  private static final long MAX_BODY = 1L << 30;
  private static final int MIN_SECRET = 16;
  private static final int MAX_ROUTES = 1_000;

  private final UnaryOperator<String> files;
  private final Map<String, ForwardedService> services = new LinkedHashMap<>();

  private RoutesFile(UnaryOperator<String> files) {
    this.files = files;
  }

  /**
   * Parses the content of the file.
   *
   * @param files reads the file of a secret
   * @throws IllegalArgumentException with a sentence for the operator, which contains no secret
   */
  static List<ForwardedRoute> parse(JsonObject file, UnaryOperator<String> files) {
    requireKnown("", file, Set.of(SERVICES, ROUTES));
    return new RoutesFile(files).parse(file);
  }

  private List<ForwardedRoute> parse(JsonObject file) {
    if (!(file.getValue(SERVICES) instanceof JsonObject named)) {
      throw new IllegalArgumentException("services must be an object of services by their names.");
    }
    for (String name : named.fieldNames()) {
      services.put(name, service(name, named.getValue(name)));
    }
    if (!(file.getValue(ROUTES) instanceof JsonArray list) || list.size() > MAX_ROUTES) {
      throw new IllegalArgumentException(
          "routes must be a list of at most %s routes.".formatted(MAX_ROUTES));
    }
    List<ForwardedRoute> routes = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String place = "%s[%s]".formatted(ROUTES, i);
      if (!(list.getValue(i) instanceof JsonObject route)) {
        throw wrong(place, "an object");
      }
      routes.add(route(place, route));
    }
    services.keySet().stream()
        .filter(name -> routes.stream().noneMatch(route -> route.service().name().equals(name)))
        .findFirst()
        .ifPresent(unused -> {
          throw new IllegalArgumentException(
              "%s.%s has no route; leave it out.".formatted(SERVICES, unused));
        });
    return List.copyOf(routes);
  }

  private ForwardedService service(String name, Object value) {
    String place = SERVICES + "." + name;
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          place + ": the name must have lower-case letters, digits and hyphens.");
    }
    if (!(value instanceof JsonObject service)) {
      throw wrong(place, "an object");
    }
    requireKnown(place + ".", service, OF_SERVICE);
    return new ForwardedService(
        name,
        url(place + ".url", text(place, service, "url")),
        Duration.ofMillis(
            number(place, service, "deadline_ms", DEFAULT_DEADLINE_MILLIS, MAX_DEADLINE_MILLIS)),
        Duration.ofMillis(number(place, service, "idle_ms", DEFAULT_IDLE_MILLIS, MAX_IDLE_MILLIS)),
        (int) number(place, service, "max_concurrent", DEFAULT_CONCURRENT, MAX_CONCURRENT),
        v1Secret(place, service));
  }

  private static URI url(String place, String value) {
    try {
      URI url = new URI(value);
      if (ORIGIN.matcher(value).matches() && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException malformed) {
      throw new IllegalArgumentException(
          place + " must be an origin such as http://wishlist:3000.", malformed);
    }
    throw wrong(place, "an origin such as http://wishlist:3000");
  }

  private @Nullable String v1Secret(String place, JsonObject service) {
    if (!service.containsKey("v1_secret_file")) {
      return null;
    }
    String secret = files.apply(text(place, service, "v1_secret_file")).strip();
    if (secret.length() < MIN_SECRET) {
      throw new IllegalArgumentException(
          "%s.v1_secret_file: the secret must have at least %s characters."
              .formatted(place, MIN_SECRET));
    }
    return secret;
  }

  private ForwardedRoute route(String place, JsonObject route) {
    requireKnown(place + ".", route, OF_ROUTE);
    ForwardedService service = services.get(text(place, route, "service"));
    if (service == null) {
      throw wrong(place + ".service", "the name of one of the services");
    }
    PathTemplate path = path(place, text(place, route, "path"));
    Callers callers = callers(place, route);
    String permission = permission(place, route, callers);
    requireAdmissible(place, path, callers);
    return new ForwardedRoute(
        place,
        service,
        methods(place, route),
        path,
        callers,
        permission,
        new HashSet<>(texts(place, route, "replaces", Function.identity())),
        forwardsCredentials(place, route, service),
        number(place, route, "max_body_bytes", DEFAULT_BODY, MAX_BODY),
        truth(place, route, "costly"));
  }

  private static PathTemplate path(String place, String value) {
    try {
      return PathTemplate.parse(value);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "%s.path must be %s.".formatted(place, malformed.getMessage()), malformed);
    }
  }

  private static Callers callers(String place, JsonObject route) {
    return switch (text(place, route, "caller")) {
      case "anyone" -> Callers.ANYONE;
      case "customer" -> Callers.CUSTOMER;
      case "staff" -> Callers.STAFF;
      default -> throw wrong(place + ".caller", "anyone, customer or staff");
    };
  }

  private static @Nullable String permission(String place, JsonObject route, Callers callers) {
    if (callers != Callers.STAFF) {
      if (route.containsKey("permission")) {
        throw new IllegalArgumentException(
            place + ".permission needs \"caller\": \"staff\": others have no permissions.");
      }
      return null;
    }
    String permission = text(place, route, "permission");
    if (!PERMISSION.matcher(permission).matches()) {
      throw wrong(place + ".permission", "a permission such as orders:read");
    }
    return permission;
  }

  /** Paths of the surfaces admit whom they admit in the contract. */
  private static void requireAdmissible(String place, PathTemplate path, Callers callers) {
    if (ApiSurface.ADMIN.contains(path.text()) && callers != Callers.STAFF) {
      throw new IllegalArgumentException(
          place + ": a path below /admin is for \"caller\": \"staff\" with a permission.");
    }
    if (ApiSurface.STORE.contains(path.text()) && callers == Callers.STAFF) {
      throw new IllegalArgumentException(
          place + ": a path below /store is not for staff; choose one below /admin.");
    }
    if (ApiSurface.isOfCustomer(path.text()) && callers != Callers.CUSTOMER) {
      throw new IllegalArgumentException(
          place + ": a path below /store/me is for \"caller\": \"customer\", as in Medusa v1.");
    }
  }

  private static List<HttpMethod> methods(String place, JsonObject route) {
    List<HttpMethod> methods =
        texts(
            place,
            route,
            "methods",
            name -> {
              HttpMethod method = METHODS.get(name.toUpperCase(Locale.ROOT));
              if (method == null) {
                throw wrong(
                    place + ".methods",
                    "a list of GET (which includes HEAD), POST, PUT, PATCH and DELETE");
              }
              return method;
            });
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(place + ".methods is missing.");
    }
    return methods.stream().distinct().toList();
  }

  private static boolean forwardsCredentials(
      String place, JsonObject route, ForwardedService service) {
    if (!route.containsKey("credentials")) {
      return false;
    }
    if (!text(place, route, "credentials").equals("forward")) {
      throw wrong(place + ".credentials", "forward, or absent");
    }
    if (service.v1Secret() != null) {
      throw new IllegalArgumentException(
          "%s.credentials: the service %s has a v1_secret_file, whose token takes their place."
              .formatted(place, service.name()));
    }
    return true;
  }

  private static void requireKnown(String prefix, JsonObject object, Set<String> names) {
    object.fieldNames().stream()
        .filter(name -> !names.contains(name))
        .findFirst()
        .ifPresent(unknown -> {
          throw new IllegalArgumentException(
              "%s%s is unknown; known are %s."
                  .formatted(prefix, unknown, String.join(", ", names.stream().sorted().toList())));
        });
  }

  private static String text(String place, JsonObject object, String name) {
    if (!object.containsKey(name)) {
      throw new IllegalArgumentException("%s.%s is missing.".formatted(place, name));
    }
    if (object.getValue(name) instanceof String text && !text.isBlank()) {
      return text;
    }
    throw wrong(place + "." + name, "a text");
  }

  private static <T> List<T> texts(
      String place, JsonObject object, String name, Function<String, T> form) {
    Object value = object.getValue(name, new JsonArray());
    if (value instanceof JsonArray list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).map(form).toList();
    }
    throw wrong(place + "." + name, "a list of texts");
  }

  private static long number(
      String place, JsonObject object, String name, long fallback, long max) {
    Object value = object.getValue(name, fallback);
    if ((value instanceof Integer || value instanceof Long)
        && ((Number) value).longValue() >= 1
        && ((Number) value).longValue() <= max) {
      return ((Number) value).longValue();
    }
    throw wrong(place + "." + name, "a number from 1 to " + max);
  }

  private static @Nullable Boolean truth(String place, JsonObject object, String name) {
    if (!object.containsKey(name)) {
      return null;
    }
    if (object.getValue(name) instanceof Boolean value) {
      return value;
    }
    throw wrong(place + "." + name, "true or false");
  }

  private static IllegalArgumentException wrong(String place, String form) {
    return new IllegalArgumentException("%s must be %s.".formatted(place, form));
  }
}
