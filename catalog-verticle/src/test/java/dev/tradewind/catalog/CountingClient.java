package dev.tradewind.catalog;

import io.vertx.sqlclient.SqlClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** SQL client that counts its statements. */
final class CountingClient {

  private final AtomicInteger statements = new AtomicInteger();
  private final SqlClient client;

  CountingClient(SqlClient counted) {
    client =
        (SqlClient)
            Proxy.newProxyInstance(
                SqlClient.class.getClassLoader(),
                new Class<?>[] {SqlClient.class},
                (proxy, method, arguments) -> {
                  if (method.getName().endsWith("uery")) {
                    statements.incrementAndGet();
                  }
                  try {
                    return method.invoke(counted, arguments);
                  } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                  }
                });
  }

  SqlClient client() {
    return client;
  }

  int statements() {
    return statements.get();
  }
}
