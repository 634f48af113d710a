package dev.tradewind.order.change;

import java.lang.reflect.Proxy;

/** Instances of interfaces that a test passes on and whose methods fail. */
final class Unused {

  private Unused() {}

  static <T> T of(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            }));
  }
}
