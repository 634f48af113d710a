package dev.tradewind.providers.hook;

import dev.tradewind.kernel.outbound.OutboundHttpClient;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.hook.Hook;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Hooks that are asked over HTTP: a POST of the question as JSON, signed as Standard Webhooks
 * describes. A response of 200 has the answer; everything else is a failure of the hook.
 */
public final class HttpHooks {

  private static final Ids IDS = Ids.of("hook");

  private HttpHooks() {}

  /** Hooks of the operator's file; any address may be called, as the operator has named it. */
  public static List<Hook<?, ?>> of(List<ConfiguredHook> configured, Vertx vertx, Clock clock) {
    return configured.stream().<Hook<?, ?>>map(hook -> of(hook, vertx, clock)).toList();
  }

  private static Hook<Record, Record> of(ConfiguredHook hook, Vertx vertx, Clock clock) {
    OutboundHttpClient client =
        OutboundHttpClient.keepingConnections(
            vertx,
            new OutboundPolicy(
                true, true, List.of(), hook.policy().deadline(), RunningHook.MAX_ANSWER),
            hook.policy().maxConcurrent());
    return new Hook<>(
        hook.point(),
        hook.name(),
        hook.policy(),
        (question, deadline) -> ask(hook, client, question, Timestamps.now(clock)));
  }

  private static Future<Record> ask(
      ConfiguredHook hook, OutboundHttpClient client, Record question, Instant now) {
    String id = IDS.next();
    Buffer body =
        new JsonObject()
            .put("id", id)
            .put("hook", hook.name())
            .put("point", ConfiguredHook.name(hook.point()))
            .put("asked_at", Timestamps.format(now))
            .put("question", HookForms.question(hook.point(), question))
            .toBuffer();
    return client
        .post(hook.url(), headers(hook, id, now.getEpochSecond(), body), body)
        .map(answer -> {
          if (answer.status() != 200) {
            throw new IllegalStateException("It answered " + answer.status());
          }
          return HookForms.answer(hook.point(), answer.body().toJsonObject());
        });
  }

  private static Map<String, String> headers(
      ConfiguredHook hook, String id, long seconds, Buffer body) {
    return Map.of(
        "content-type",
        "application/json",
        "accept",
        "application/json",
        "user-agent",
        "Tradewind",
        "webhook-id",
        id,
        "webhook-timestamp",
        Long.toString(seconds),
        "webhook-signature",
        hook.secret().sign(id, seconds, body.getBytes()));
  }
}
