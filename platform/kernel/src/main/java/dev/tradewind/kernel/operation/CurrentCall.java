package dev.tradewind.kernel.operation;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.ContextLocal;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Call that is executed on the current Vert.x context, for code that no {@link CallContext} is
 * passed to: log lines, and spans of statements and provider calls. Every request and every message
 * has a context of its own, which ends with it, so a call never sees another one.
 *
 * @param operation id of the operation; absent before it is known, and for files
 */
public record CurrentCall(@Nullable String operation, CallContext context) {

  private static final ContextLocal<CurrentCall> LOCAL =
      ContextLocal.registerLocal(CurrentCall.class);

  /** Loads this class, and so registers the local. */
  static void register() {}

  /** The call of the current context; null outside of calls. */
  public static @Nullable CurrentCall get() {
    return of(Vertx.currentContext());
  }

  /** The call of a context. */
  public static @Nullable CurrentCall of(@Nullable Context context) {
    return context == null ? null : context.getLocal(LOCAL);
  }

  /** Notes the call on the current context, instead of what is known of it so far. */
  public static void begin(@Nullable String operation, CallContext call) {
    // The context of a verticle itself outlives its calls.
    if (Vertx.currentContext() instanceof ContextInternal current && current.isDuplicate()) {
      current.putLocal(LOCAL, new CurrentCall(operation, call));
    }
  }

  /**
   * Starts work that does not belong to the current call, such as that of a background task which
   * the call wakes: neither its log lines nor its spans are those of the call.
   */
  public static <T> Future<T> withoutCall(Supplier<Future<T>> work) {
    if (get() != null && Vertx.currentContext() instanceof ContextInternal current) {
      return execute(current, null, work);
    }
    return work.get();
  }

  /**
   * Executes work on a context of its own, and completes on the present one.
   *
   * @param call of the work; null: none
   */
  static <T> Future<T> execute(
      ContextInternal current, @Nullable CurrentCall call, Supplier<Future<T>> work) {
    Promise<T> done = current.promise();
    ContextInternal own = current.duplicate();
    own.dispatch(() -> {
      if (call == null) {
        own.removeLocal(LOCAL);
      } else {
        own.putLocal(LOCAL, call);
      }
      Future.<T>future(promise -> work.get().onComplete(promise)).onComplete(done);
    });
    return done.future();
  }

  /** Fields of the log lines of this call; ids alone, never an e-mail address. */
  public Map<String, String> logFields() {
    Map<String, String> fields = new TreeMap<>();
    if (operation != null) {
      fields.put("operation", operation);
    }
    fields.put("request", context.commandId());
    fields.put("trace_id", Traceparent.traceId(context.traceparent(), context.commandId()));
    Principal principal = context.principal();
    fields.put(
        "actor",
        principal.kind() == Principal.Kind.NOBODY
            ? "anonymous"
            : principal.kind().name().toLowerCase(Locale.ROOT));
    if (principal.id() != null) {
      fields.put("actor_id", principal.id());
    }
    return fields;
  }
}
