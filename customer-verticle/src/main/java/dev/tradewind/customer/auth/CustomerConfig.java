package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.customer.auth.credential.TokenSettings;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.auth.session.SessionSettings;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.providers.hook.Hooks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;

/**
 * Configuration of the customer verticle: authentication and OAuth applications.
 *
 * @param auditsWebhooks whether the audit log has entries of the webhook verticle, which is
 *     optional
 * @param ownedMetadata members of the metadata of customers that the shop writes itself
 * @param hooks that permit accounts of customers
 */
@RecordBuilder
public record CustomerConfig(
    SessionSettings sessions,
    TokenSettings tokens,
    PasswordSettings passwords,
    PasswordRules rules,
    ThrottleSettings throttle,
    AppSettings apps,
    RolePermissions roles,
    boolean auditsWebhooks,
    Set<String> ownedMetadata,
    Hooks hooks)
    implements CustomerConfigBuilder.With {

  /** Defaults of a store on this machine. */
  public static CustomerConfig of(SigningKeys keys) {
    return CustomerConfigBuilder.builder()
        .sessions(SessionSettings.DEFAULT)
        .tokens(TokenSettings.of(keys))
        .passwords(PasswordSettings.DEFAULT)
        .rules(PasswordRules.NONE)
        .throttle(ThrottleSettings.DEFAULT)
        .apps(AppSettings.NONE)
        .roles(RolePermissions.BUILT_IN)
        .ownedMetadata(Set.of())
        .hooks(Hooks.NONE)
        .build();
  }
}
