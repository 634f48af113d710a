package dev.tradewind.benchmarks.plans;

import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Client proxy that records statements with their parameters. */
final class RecordingClient {

  /** A recorded statement. */
  record Statement(String sql, Tuple parameters) {}

  private final List<Statement> statements = new ArrayList<>();
  private final SqlClient client;

  RecordingClient(SqlClient recorded) {
    client =
        proxy(
            SqlClient.class,
            (proxy, method, arguments) -> {
              Object answer = method.invoke(recorded, arguments);
              if (answer instanceof PreparedQuery<?> query) {
                return recording((String) arguments[0], query);
              }
              return answer;
            });
  }

  private PreparedQuery<?> recording(String sql, PreparedQuery<?> query) {
    return proxy(
        PreparedQuery.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("execute") && arguments != null && arguments.length > 0) {
            synchronized (statements) {
              statements.add(new Statement(sql, (Tuple) arguments[0]));
            }
          }
          return method.invoke(query, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return handler.invoke(proxy, method, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause() == null ? failure : failure.getCause();
              }
            }));
  }

  SqlClient client() {
    return client;
  }

  List<Statement> statements() {
    synchronized (statements) {
      return List.copyOf(statements);
    }
  }
}
