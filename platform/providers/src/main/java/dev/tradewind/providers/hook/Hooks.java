package dev.tradewind.providers.hook;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.PermissionAnswer;
import dev.tradewind.spi.hook.PriceAnswer;
import dev.tradewind.spi.hook.ShippingAnswer;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Hooks of a node by their points. Those of a point are asked concurrently, and their answers apply
 * in their order.
 */
public final class Hooks {

  /** Node without hooks. */
  public static final Hooks NONE = new Hooks(Map.of());

  /** Code of the problem with which a hook refuses. */
  public static final String REFUSED = "refused_by_hook";

  private final Map<HookPoint, List<RunningHook>> byPoint;

  private Hooks(Map<HookPoint, List<RunningHook>> byPoint) {
    this.byPoint = byPoint;
  }

  /**
   * Hooks in the order in which their answers apply.
   *
   * @throws IllegalArgumentException if two have one name
   */
  public static Hooks of(List<Hook<?, ?>> hooks, Vertx vertx, MeterRegistry meters, Clock clock) {
    Map<HookPoint, List<RunningHook>> byPoint = new EnumMap<>(HookPoint.class);
    Set<String> names = new HashSet<>();
    for (Hook<?, ?> hook : hooks) {
      if (!names.add(hook.name())) {
        throw new IllegalArgumentException(
            "There are two hooks with the name " + hook.name() + ".");
      }
      byPoint
          .computeIfAbsent(hook.point(), point -> new ArrayList<>())
          .add(new RunningHook(untyped(hook), vertx, meters, clock));
    }
    return new Hooks(byPoint);
  }

  @SuppressWarnings("unchecked") // A point asks its own questions.
  private static Hook<Record, Record> untyped(Hook<?, ?> hook) {
    return (Hook<Record, Record>) hook;
  }

  /** Whether any hook decides at the point; otherwise no question has to be made. */
  public boolean areAsked(HookPoint point) {
    return byPoint.containsKey(point);
  }

  public boolean areAny() {
    return !byPoint.isEmpty();
  }

  /** Fails with the names of the hooks that do not answer. */
  public Future<Void> check() {
    List<String> broken = broken();
    return broken.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture("No answer from " + String.join(", ", broken) + ".");
  }

  /** Names of the hooks that have failed and are not waited for. */
  public List<String> broken() {
    return byPoint.values().stream()
        .flatMap(Collection::stream)
        .filter(RunningHook::isBroken)
        .map(RunningHook::name)
        .sorted()
        .toList();
  }

  /**
   * Permission of all hooks.
   *
   * @param metadata that they add
   */
  public record Permission(JsonObject metadata, List<JsonObject> decisions) {

    public static final Permission WITHOUT_HOOKS = new Permission(new JsonObject(), List.of());

    /** The metadata with what hooks add. */
    public JsonObject added(JsonObject own) {
      return metadata.isEmpty() ? own : own.copy().mergeIn(metadata);
    }
  }

  /**
   * Asks for permission.
   *
   * @return fails with a 400 that has the sentence of the first hook that refuses, and with a 503
   *     without the answer of a required one
   */
  public Future<Permission> permit(
      HookPoint point, CallContext context, Supplier<? extends Record> question) {
    return permit(point, context, question, decisions -> Future.succeededFuture());
  }

  /**
   * The same for what has no place to keep decisions.
   *
   * @param recording of the decisions, before they take effect; refusals, too
   */
  public Future<Permission> permit(
      HookPoint point,
      CallContext context,
      Supplier<? extends Record> question,
      Function<List<JsonObject>, Future<Void>> recording) {
    if (!areAsked(point)) {
      return Future.succeededFuture(Permission.WITHOUT_HOOKS);
    }
    return ask(point, context, question)
        .compose(answers -> recording.apply(answers.decisions()).map(answers))
        .map(answers -> {
          JsonObject metadata = new JsonObject();
          for (Record answer : answers.given()) {
            PermissionAnswer verdict = (PermissionAnswer) answer;
            if (verdict.refusal() != null) {
              throw Problem.notAllowed(verdict.refusal(), REFUSED);
            }
            metadata.mergeIn(verdict.metadata());
          }
          return new Permission(metadata, answers.decisions());
        });
  }

  /**
   * PriceAnswer that hooks set, the last one counts; fails with a 503 without a required answer.
   */
  public Future<Answers<PriceAnswer>> prices(
      CallContext context, Supplier<? extends Record> question) {
    return ask(HookPoint.TAKE_PRICE, context, question)
        .map(answers -> answers.as(PriceAnswer.class));
  }

  /** Choices of shipping options; fails with a 503 without a required answer. */
  public Future<Answers<ShippingAnswer>> shipping(
      CallContext context, Supplier<? extends Record> question) {
    return ask(HookPoint.LIST_SHIPPING_OPTIONS, context, question)
        .map(answers -> answers.as(ShippingAnswer.class));
  }

  /**
   * Answers in the order of their hooks.
   *
   * @param decisions of all hooks of the point, answered or not
   */
  public record Answers<A>(List<A> given, List<JsonObject> decisions) {

    private <B> Answers<B> as(Class<B> type) {
      return new Answers<>(given.stream().map(type::cast).toList(), decisions);
    }
  }

  private Future<Answers<Record>> ask(
      HookPoint point, CallContext context, Supplier<? extends Record> question) {
    List<RunningHook> hooks = byPoint.getOrDefault(point, List.of());
    if (hooks.isEmpty()) {
      return Future.succeededFuture(new Answers<>(List.of(), List.of()));
    }
    Record asked = question.get();
    List<Future<RunningHook.Asked>> answers =
        hooks.stream().map(hook -> hook.ask(asked, context.deadline())).toList();
    return Future.all(answers)
        .map(all -> {
          List<RunningHook.Asked> given = all.list();
          for (int index = 0; index < given.size(); index++) {
            if (hooks.get(index).isRequired() && given.get(index).answer().isEmpty()) {
              throw Problem.unavailable(
                  "The hook %s of the shop did not decide. Please retry."
                      .formatted(hooks.get(index).name()));
            }
          }
          return new Answers<>(
              given.stream().flatMap(each -> each.answer().stream()).toList(),
              given.stream().map(each -> each.decision().toJson()).toList());
        });
  }
}
