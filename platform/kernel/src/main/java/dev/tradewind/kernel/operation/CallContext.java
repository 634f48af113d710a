package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.text.Ids;
import io.opentelemetry.api.trace.Span;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Context of a call, passed on through every verticle.
 *
 * @param commandId id of this command in logs, events and responses; the request id of the client
 * @param deadline time when the caller stops waiting (UTC); nothing starts after it
 * @param traceparent W3C trace context, passed on unchanged unless the node exports traces
 * @param tracestate values of tracing systems beside it, passed on unchanged
 * @param address network address of the client; absent for the service itself
 */
public record CallContext(
    String commandId,
    Instant deadline,
    @Nullable String traceparent,
    @Nullable String tracestate,
    Principal principal,
    @Nullable String address) {

  private static final String COMMAND = "command";
  static final String DEADLINE = "deadline";
  private static final String TRACEPARENT = "traceparent";
  private static final String TRACESTATE = "tracestate";
  private static final String PRINCIPAL = "principal";
  private static final String ADDRESS = "client-address";

  /** A context without the address of a client. */
  public CallContext(
      String commandId, Instant deadline, @Nullable String traceparent, Principal principal) {
    this(commandId, deadline, traceparent, principal, null);
  }

  /** A context without values of tracing systems. */
  public CallContext(
      String commandId,
      Instant deadline,
      @Nullable String traceparent,
      Principal principal,
      @Nullable String address) {
    this(commandId, deadline, traceparent, null, principal, address);
  }

  /**
   * A context of the service's own work: seeds, background tasks, workers. Within a {@linkplain
   * Tracing#background trace} of background work it goes on with that trace.
   */
  public static CallContext system(Clock clock, Duration timeout) {
    CurrentCall current = CurrentCall.get();
    String trace =
        current != null && current.context().principal().equals(Principal.SYSTEM)
            ? current.context().traceparent()
            : null;
    return new CallContext(Ids.ulid(), clock.instant().plus(timeout), trace, Principal.SYSTEM);
  }

  /** The context in which background work is current; each of its calls sets a deadline. */
  static CallContext ofBackground(Span span) {
    return new CallContext(
        Ids.ulid(), Instant.MAX, Traceparent.of(span.getSpanContext()), Principal.SYSTEM);
  }

  /** The same call by an authenticated principal. */
  public CallContext withPrincipal(Principal caller) {
    return new CallContext(commandId, deadline, traceparent, tracestate, caller, address);
  }

  /** The same call within a span, which becomes the parent of later ones. */
  CallContext within(Span span) {
    return new CallContext(
        commandId, deadline, Traceparent.of(span.getSpanContext()), tracestate, principal, address);
  }

  public CallContext withDeadline(Instant earlier) {
    return new CallContext(commandId, earlier, traceparent, tracestate, principal, address);
  }

  /** The same call from the network address of its client. */
  public CallContext from(@Nullable String client) {
    return new CallContext(commandId, deadline, traceparent, tracestate, principal, client);
  }

  public Duration remaining(Clock clock) {
    return Duration.between(clock.instant(), deadline);
  }

  public boolean isExpired(Clock clock) {
    return !clock.instant().isBefore(deadline);
  }

  /**
   * Value of the setting {@code tradewind.traceparent} of a transaction, from which events that SQL
   * functions append take their trace context: traceparent, and after a space tracestate.
   */
  public String traceSetting() {
    String parent = Traceparent.of(traceparent, commandId);
    return tracestate == null ? parent : parent + " " + tracestate;
  }

  /**
   * Value of the setting {@code tradewind.call} of a transaction, from which the audit entries of
   * tables take their caller.
   */
  public String callSetting() {
    return new JsonObject()
        .put("actor", actor())
        .put("command", commandId)
        .put("address", address)
        .put("traceparent", Traceparent.of(traceparent, commandId))
        .put("tracestate", tracestate)
        .encode();
  }

  /** The acting principal in the form that events carry. */
  public String actor() {
    return principal.encoded();
  }

  void writeTo(MultiMap headers) {
    headers.set(COMMAND, commandId);
    headers.set(DEADLINE, Long.toString(deadline.toEpochMilli()));
    headers.set(PRINCIPAL, principal.encoded());
    if (traceparent != null) {
      headers.set(TRACEPARENT, traceparent);
    }
    if (tracestate != null) {
      headers.set(TRACESTATE, tracestate);
    }
    if (address != null) {
      headers.set(ADDRESS, address);
    }
  }

  static CallContext readFrom(MultiMap headers) {
    return new CallContext(
        headers.get(COMMAND),
        Instant.ofEpochMilli(Long.parseLong(headers.get(DEADLINE))),
        headers.get(TRACEPARENT),
        headers.get(TRACESTATE),
        Principal.decode(headers.get(PRINCIPAL)),
        headers.get(ADDRESS));
  }
}
