package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.customer.auth.credential.TokenSettings;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.auth.session.SessionSettings;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.token.SigningKeys;

/**
 * Configuration of the customer verticle: authentication and OAuth applications.
 *
 * @param auditsWebhooks whether the audit log has entries of the webhook verticle, which is
 *     optional
 */
public record CustomerConfig(
    SessionSettings sessions,
    TokenSettings tokens,
    PasswordSettings passwords,
    PasswordRules rules,
    ThrottleSettings throttle,
    AppSettings apps,
    RolePermissions roles,
    boolean auditsWebhooks) {

  /** Defaults of a store on this machine. */
  public static CustomerConfig of(SigningKeys keys) {
    return new CustomerConfig(
        SessionSettings.STANDARD,
        TokenSettings.of(keys),
        PasswordSettings.STANDARD,
        PasswordRules.NONE,
        ThrottleSettings.STANDARD,
        AppSettings.NONE,
        RolePermissions.BUILT_IN,
        false);
  }

  public CustomerConfig withSessions(SessionSettings other) {
    return new CustomerConfig(
        other, tokens, passwords, rules, throttle, apps, roles, auditsWebhooks);
  }

  public CustomerConfig withPasswords(PasswordSettings other) {
    return new CustomerConfig(
        sessions, tokens, other, rules, throttle, apps, roles, auditsWebhooks);
  }

  public CustomerConfig withRules(PasswordRules other) {
    return new CustomerConfig(
        sessions, tokens, passwords, other, throttle, apps, roles, auditsWebhooks);
  }

  public CustomerConfig withThrottle(ThrottleSettings other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, other, apps, roles, auditsWebhooks);
  }

  public CustomerConfig withApps(AppSettings other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, other, roles, auditsWebhooks);
  }

  public CustomerConfig withRoles(RolePermissions other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, apps, other, auditsWebhooks);
  }

  public CustomerConfig auditingWebhooks(boolean audits) {
    return new CustomerConfig(sessions, tokens, passwords, rules, throttle, apps, roles, audits);
  }
}
