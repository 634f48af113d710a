package dev.tradewind.kernel.database;

import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Flyway callback that runs migrations as the role that owns their schema, so that it owns the
 * created objects.
 */
final class SetRoleCallback extends BaseCallback {

  private final String role;

  SetRoleCallback(String role) {
    this.role = role;
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_CONNECT;
  }

  @Override
  public void handle(Event event, Context context) {
    try (Statement statement = context.getConnection().createStatement()) {
      statement.execute("SET ROLE \"" + role + "\"");
    } catch (SQLException refused) {
      throw new FlywayException("The login may not act as the role " + role, refused);
    }
  }
}
