package dev.tradewind.acceptance.interleaving;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Function;

/** Proxy of a pool: every statement waits at a gate before it is sent. */
final class GatedPool {

  private static final Set<String> STATEMENTS = Set.of("query", "preparedQuery");
  private static final Set<String> UNITS = Set.of("withConnection", "withTransaction");
  private static final Set<String> DERIVED = Set.of("mapping", "collecting");

  private GatedPool() {}

  /**
   * @param gate called with the first words of the statement; the statement is sent when its future
   *     succeeds
   */
  static Pool of(Pool pool, Function<String, Future<Void>> gate) {
    return proxy(
        Pool.class,
        (proxy, method, arguments) -> {
          if (STATEMENTS.contains(method.getName())) {
            return query(call(pool, method, arguments), words((String) arguments[0]), gate);
          }
          return UNITS.contains(method.getName())
              ? gate.apply("transaction").compose(open -> future(pool, method, arguments))
              : call(pool, method, arguments);
        });
  }

  private static Object query(Object delegate, String words, Function<String, Future<Void>> gate) {
    Class<?> type = delegate instanceof PreparedQuery ? PreparedQuery.class : Query.class;
    return proxy(
        type,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            return gate.apply(words).compose(open -> future(delegate, method, arguments));
          }
          Object result = call(delegate, method, arguments);
          return DERIVED.contains(method.getName()) ? query(result, words, gate) : result;
        });
  }

  private static String words(String statement) {
    String line = statement.strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(60, line.length()));
  }

  @SuppressWarnings("unchecked")
  private static Future<Object> future(Object target, Method method, Object[] arguments) {
    try {
      return (Future<Object>) call(target, method, arguments);
    } catch (Throwable failure) {
      return Future.failedFuture(failure);
    }
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T proxy(Class<? extends T> type, InvocationHandler handler) {
    return (T)
        Proxy.newProxyInstance(GatedPool.class.getClassLoader(), new Class<?>[] {type}, handler);
  }
}
