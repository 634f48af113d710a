package dev.tradewind.cart;

import io.vertx.sqlclient.Pool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** Counter of the statements executed by a pool. */
final class CountingPool {

  private CountingPool() {}

  static Pool counting(Pool pool, AtomicInteger statements) {
    return (Pool)
        Proxy.newProxyInstance(
            Pool.class.getClassLoader(),
            new Class<?>[] {Pool.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("preparedQuery") || method.getName().equals("query")) {
                statements.incrementAndGet();
              }
              try {
                return method.invoke(pool, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }
}
