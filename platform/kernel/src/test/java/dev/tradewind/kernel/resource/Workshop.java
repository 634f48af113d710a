package dev.tradewind.kernel.resource;

import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Test database of tools, their makers and their parts; it counts statements. */
public final class Workshop implements AutoCloseable {

  static final Resource MAKER =
      Resource.table("maker")
          .text("id", "name")
          .timestamps("deleted_at")
          .relation(toMany("tools", () -> Workshop.TOOL, "maker_id", "t.id"))
          .build();

  static final Resource PART = Resource.table("part").text("id", "tool_id", "name").build();

  public static final Resource TOOL =
      Resource.table("tool")
          .softDeletedBase()
          .text("name", "code")
          .integers("weight")
          .bigints("uses")
          .numbers("price")
          .booleans("sharp")
          .json("metadata")
          .text("maker_id")
          .relation(toOne("maker", () -> MAKER, "maker_id"))
          .relation(toMany("parts", () -> PART, "tool_id", "t.id"))
          .build();

  public static final ListDefinition LISTING =
      ListDefinition.of(View.of(TOOL, "parts"), 10)
          .filter(
              "id",
              "name",
              "code",
              "weight",
              "uses",
              "price",
              "sharp",
              "created_at",
              "deleted_at",
              "maker_id")
          .search("t.name ILIKE {} OR t.code ILIKE {}")
          .build();

  private static final Schema SCHEMA = new Schema("workshop", "db/migration/workshop");

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger statements = new AtomicInteger();
  final Pool pool;
  final SqlClient counted;

  Workshop() {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "workshop",
                    url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)))
                .url(),
            8);
    pool = SchemaPool.open(vertx, database, SCHEMA);
    counted =
        (SqlClient)
            Proxy.newProxyInstance(
                SqlClient.class.getClassLoader(),
                new Class<?>[] {SqlClient.class},
                (proxy, method, arguments) -> {
                  statements.incrementAndGet();
                  return method.invoke(pool, arguments);
                });
  }

  int statementsSince(Runnable work) {
    int before = statements.get();
    work.run();
    return statements.get() - before;
  }

  RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
