package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;

/** Store of shipping options for carts: one statement with requirements and profile. */
final class ShippingOptionStore {

  private static final String SELECT =
      """
      SELECT %s,
        coalesce(
          (
            SELECT json_agg(%s ORDER BY requirement.id)
            FROM shipping_option_requirement AS requirement
            WHERE requirement.shipping_option_id = t.id AND requirement.deleted_at IS NULL
          ),
          '[]'
        ) AS requirements,
        (
          SELECT %s
          FROM shipping_profile AS profile
          WHERE profile.id = t.profile_id AND profile.deleted_at IS NULL
        ) AS profile
      FROM shipping_option AS t
      """
          .formatted(
              ShippingOptionResources.OPTION.columnList("t"),
              ShippingOptionResources.REQUIREMENT.jsonObject("requirement"),
              ShippingOptionResources.PROFILE.jsonObject("profile"));

  private final SqlClient db;

  ShippingOptionStore(SqlClient db) {
    this.db = db;
  }

  /** Options that meet the conditions. */
  Future<List<JsonObject>> find(WhereClause conditions, String order) {
    return db.preparedQuery(SELECT + conditions.where() + " ORDER BY " + order)
        .execute(conditions.parameters())
        .map(rows -> {
          List<JsonObject> options = new ArrayList<>(rows.size());
          rows.forEach(row ->
              options.add(
                  ShippingOptionResources.OPTION
                      .row(row)
                      .put("requirements", row.getJson("requirements"))
                      .put("profile", row.getJson("profile"))));
          return options;
        });
  }
}
