package dev.tradewind.acceptance.interleaving;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Proxy of a pool: every statement waits at a gate before it is sent, and the event loop knows of
 * it until its result has arrived.
 */
final class GatedPool {

  private static final Set<String> STATEMENTS = Set.of("query", "preparedQuery");
  private static final Set<String> UNITS = Set.of("withConnection", "withTransaction");
  private static final Set<String> DERIVED = Set.of("mapping", "collecting");
  private static final Map<String, String> WORDS = new ConcurrentHashMap<>();

  private final SharedEventLoop loop;
  private final Function<String, Future<Void>> gate;
  private final UnaryOperator<String> fault;

  private GatedPool(
      SharedEventLoop loop, Function<String, Future<Void>> gate, UnaryOperator<String> fault) {
    this.loop = loop;
    this.gate = gate;
    this.fault = fault;
  }

  /**
   * @param gate called with the first words of the statement; the statement is sent when its future
   *     succeeds
   * @param fault change of the statement
   */
  static Pool of(
      Pool pool,
      SharedEventLoop loop,
      Function<String, Future<Void>> gate,
      UnaryOperator<String> fault) {
    return new GatedPool(loop, gate, fault).of(pool);
  }

  private Pool of(Pool pool) {
    return proxy(
        Pool.class,
        (proxy, method, arguments) -> {
          if (STATEMENTS.contains(method.getName())) {
            String statement = (String) arguments[0];
            arguments[0] = fault.apply(statement);
            return query(
                call(pool, method, arguments), WORDS.computeIfAbsent(statement, GatedPool::words));
          }
          return UNITS.contains(method.getName())
              ? gate.apply("transaction").compose(open -> future(pool, method, arguments))
              : call(pool, method, arguments);
        });
  }

  private Object query(Object delegate, String words) {
    Class<?> type = delegate instanceof PreparedQuery ? PreparedQuery.class : Query.class;
    return proxy(
        type,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            return gate.apply(words).compose(open -> future(delegate, method, arguments));
          }
          Object result = call(delegate, method, arguments);
          return DERIVED.contains(method.getName()) ? query(result, words) : result;
        });
  }

  private static String words(String statement) {
    String line = statement.strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(60, line.length()));
  }

  @SuppressWarnings("unchecked")
  private Future<Object> future(Object target, Method method, Object[] arguments) {
    try {
      Future<Object> sent = (Future<Object>) call(target, method, arguments);
      loop.begin();
      return sent.onComplete(arrived -> loop.end());
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
