package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.config.GatewayConfig;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Address, scheme and host of a client behind trusted proxies. Each proxy appends the address that
 * it sees to {@code x-forwarded-for}, so the client of n trusted proxies is the n-th element from
 * the right; what stands before it was sent by the client itself.
 *
 * @param trustedProxies number of trusted proxies between the clients and this node
 * @param publicUrl configured URL under which clients reach the gateway
 */
public record ForwardedHeaders(int trustedProxies, @Nullable String publicUrl) {

  public static ForwardedHeaders of(GatewayConfig config) {
    return new ForwardedHeaders(config.trustedProxies(), config.security().publicUrl());
  }

  public @Nullable String clientAddress(HttpServerRequest request) {
    List<String> forwarded = elements(request, "x-forwarded-for");
    if (trustedProxies > 0 && forwarded.size() >= trustedProxies) {
      String address = forwarded.get(forwarded.size() - trustedProxies);
      if (NetUtil.createByteArrayFromIpAddressString(address) != null) {
        return address;
      }
    }
    return request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
  }

  /** The base URL for links in responses: the configured one, or else as the client sees it. */
  public String baseUrl(HttpServerRequest request) {
    if (publicUrl != null) {
      return publicUrl;
    }
    String scheme = trusted(request, "x-forwarded-proto");
    String host = trusted(request, "x-forwarded-host");
    return ("http".equals(scheme) || "https".equals(scheme) ? scheme : request.scheme())
        + "://"
        + (host == null ? String.valueOf(request.authority()) : host);
  }

  /** Proxies replace these headers or append to them as to the address. */
  private @Nullable String trusted(HttpServerRequest request, String header) {
    List<String> values = elements(request, header);
    if (trustedProxies == 0 || values.isEmpty()) {
      return null;
    }
    String value = values.get(Math.max(values.size() - trustedProxies, 0));
    return value.isEmpty() ? null : value.toLowerCase(Locale.ROOT);
  }

  private static List<String> elements(HttpServerRequest request, String header) {
    return request.headers().getAll(header).stream()
        .flatMap(list -> Arrays.stream(list.split(",", -1)))
        .map(String::trim)
        .toList();
  }
}
