package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.customer.auth.credential.TokenSettings;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.auth.session.SessionSettings;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.token.SigningKeys;
import java.util.Set;

/**
 * Configuration of the customer verticle: authentication and OAuth applications.
 *
 * @param auditsWebhooks whether the audit log has entries of the webhook verticle, which is
 *     optional
 * @param ownedMetadata members of the metadata of customers that the shop writes itself
 */
public record CustomerConfig(
    SessionSettings sessions,
    TokenSettings tokens,
    PasswordSettings passwords,
    PasswordRules rules,
    ThrottleSettings throttle,
    AppSettings apps,
    RolePermissions roles,
    boolean auditsWebhooks,
    Set<String> ownedMetadata) {

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
        false,
        Set.of());
  }

  public CustomerConfig withSessions(SessionSettings other) {
    return new CustomerConfig(
        other, tokens, passwords, rules, throttle, apps, roles, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig withPasswords(PasswordSettings other) {
    return new CustomerConfig(
        sessions, tokens, other, rules, throttle, apps, roles, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig withRules(PasswordRules other) {
    return new CustomerConfig(
        sessions, tokens, passwords, other, throttle, apps, roles, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig withThrottle(ThrottleSettings other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, other, apps, roles, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig withApps(AppSettings other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, other, roles, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig withRoles(RolePermissions other) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, apps, other, auditsWebhooks, ownedMetadata);
  }

  public CustomerConfig auditingWebhooks(boolean audits) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, apps, roles, audits, ownedMetadata);
  }

  public CustomerConfig withOwnedMetadata(Set<String> keys) {
    return new CustomerConfig(
        sessions, tokens, passwords, rules, throttle, apps, roles, auditsWebhooks, keys);
  }
}
