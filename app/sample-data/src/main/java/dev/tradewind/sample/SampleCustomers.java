package dev.tradewind.sample;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * Generator of sample customers, each with an address. The number of a customer determines all of
 * its data, so that the same numbers give the same customers; existing ones stay. No events are
 * published, since no consumer needs them. None of them can log in.
 */
public final class SampleCustomers {

  private static final String CUSTOMER_ID = "'cus_00SEED' || lpad(n::text, 20, '0')";
  private static final String ADDRESS_ID = "'addr_00SEED' || lpad(n::text, 20, '0')";

  private static final String TIME =
      "timestamptz '2024-01-01T00:00:00Z' + n * interval '41 seconds'";

  private static final String PEOPLE =
      """
      (
        SELECT n,
          (ARRAY['Ada', 'Bruno', 'Clara', 'David', 'Elsa', 'Felix', 'Greta', 'Hugo', 'Ines',
            'Jonas', 'Karla', 'Leo', 'Mira', 'Nils', 'Olga', 'Paul'])[1 + n % 16] AS first_name,
          (ARRAY['Almeida', 'Berg', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Hansen',
            'Ivanova', 'Jensen', 'Kovacs', 'Larsen', 'Moreau'])[1 + n / 16 % 13] AS last_name,
          (ARRAY['de', 'fr', 'es', 'it', 'nl', 'at', 'pt'])[1 + n % 7] AS country_code,
          (ARRAY['Berlin', 'Paris', 'Madrid', 'Rome', 'Utrecht', 'Vienna', 'Porto'])[1 + n % 7]
            AS city
        FROM generate_series($1::integer, $2::integer) AS n
      ) AS person
      """;

  private static final String CUSTOMERS =
      """
      INSERT INTO customer (
        id, created_at, updated_at, email, first_name, last_name, phone, has_account
      )
      SELECT %s, %s, %s,
        lower(first_name || '.' || last_name || '.' || n || '@example.com'),
        first_name, last_name, '+49 30 ' || lpad(n::text, 7, '0'), n %% 3 <> 0
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(CUSTOMER_ID, TIME, TIME, PEOPLE);

  private static final String ADDRESSES =
      """
      INSERT INTO address (
        id, created_at, updated_at, customer_id, first_name, last_name, address_1, city,
        country_code, postal_code
      )
      SELECT %s, %s, %s, %s, first_name, last_name, 'Harbour Street ' || 1 + n %% 120, city,
        country_code, lpad((n %% 90000 + 1000)::text, 5, '0')
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(ADDRESS_ID, TIME, TIME, CUSTOMER_ID, PEOPLE);

  private static final String BUYERS =
      """
      SELECT json_build_object(
        'id', id, 'email', email, 'first_name', first_name, 'last_name', last_name,
        'phone', phone, 'has_account', has_account
      ) AS buyer
      FROM customer
      WHERE deleted_at IS NULL
      ORDER BY id
      LIMIT $1
      """;

  private SampleCustomers() {}

  /** Inserts the customers with these numbers, both ends included. */
  public static Future<Void> insert(Pool pool, int first, int last) {
    Tuple range = Tuple.of(first, last);
    return pool.withTransaction(db ->
        db.preparedQuery(CUSTOMERS)
            .execute(range)
            .compose(done -> db.preparedQuery(ADDRESSES).execute(range))
            .mapEmpty());
  }

  /** Analyzes the tables; lists would be slow until autovacuum does. */
  public static Future<Void> finish(Pool pool) {
    return pool.query("ANALYZE customer, address").execute().mapEmpty();
  }

  /** Some customers of the shop, in the form for sample orders. */
  public static Future<JsonArray> buyers(SqlClient db, int limit) {
    return db.preparedQuery(BUYERS)
        .execute(Tuple.of(limit))
        .map(rows -> {
          JsonArray buyers = new JsonArray();
          rows.forEach(row -> buyers.add((JsonObject) row.getJson("buyer")));
          return buyers;
        });
  }
}
