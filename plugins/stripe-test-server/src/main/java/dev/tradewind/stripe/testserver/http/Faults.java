package dev.tradewind.stripe.testserver.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Planned faults by route and call. A route is its method and path template, such as {@code POST
 * /v1/payment_intents/{id}/capture}; calls are counted from 1, replays among them.
 */
public final class Faults {

  private final Set<String> routes;
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<String, Map<Integer, Fault>> planned = new HashMap<>();

  Faults(Set<String> routes) {
    this.routes = routes;
  }

  /** Plans the fault of the n-th call of the route from now on; 1 is the next one. */
  public synchronized Faults on(String route, int call, Fault fault) {
    if (!routes.contains(route)) {
      throw new IllegalArgumentException("There is no route " + route);
    }
    planned.computeIfAbsent(route, first -> new HashMap<>()).put(calls(route) + call, fault);
    return this;
  }

  /** Plans the fault of the next call of the route. */
  public Faults next(String route, Fault fault) {
    return on(route, 1, fault);
  }

  /** Drops the planned faults that have not happened. */
  public synchronized void clear() {
    planned.clear();
  }

  /** Number of calls that the route has had. */
  public synchronized int calls(String route) {
    return calls.getOrDefault(route, 0);
  }

  synchronized Fault take(String route) {
    int call = calls.merge(route, 1, Integer::sum);
    Fault fault = planned.getOrDefault(route, Map.of()).get(call);
    return fault == null ? Fault.NONE : fault;
  }
}
