package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of users, invites and OAuth applications. */
final class AccessEventTypes {

  private static final PayloadSchema USER_PASSWORD_RESET =
      PayloadSchema.of(
              "UserPasswordReset",
              "A requested password reset of a user. The token is published on the notification topic only.")
          .with("id", Kind.TEXT, "User id.")
          .with("email", Kind.TEXT, "E-mail of the user.");

  private static final PayloadSchema INVITE_CREATED =
      PayloadSchema.of(
              "InviteCreated",
              "A created or renewed invite. The token is published on the notification topic only.")
          .with("id", Kind.TEXT, "Invite id.")
          .with("user_email", Kind.TEXT, "E-mail of the invited user.");

  private static final PayloadSchema OAUTH_TOKEN_GENERATED =
      PayloadSchema.of(
              "OauthTokenGenerated",
              "An OAuth application that obtained a token. The token is not published.")
          .with("id", Kind.TEXT, "Application id.")
          .with("application_name", Kind.TEXT, "Name of the application.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(Topics.ACCESS, "user.created", "A user was created.", PayloadSchema.ID),
          EventType.of(
              Topics.ACCESS,
              "user.updated",
              "A user, its password or its API token changed.",
              PayloadSchema.ID),
          EventType.of(Topics.ACCESS, "user.deleted", "A user was deleted.", PayloadSchema.ID),
          EventType.of(
              Topics.ACCESS,
              "user.password_reset",
              "A user requested a password reset.",
              USER_PASSWORD_RESET),
          EventType.of(
              Topics.ACCESS, "invite.created", "An invite was created or renewed.", INVITE_CREATED),
          EventType.of(
              Topics.ACCESS,
              "oauth.token_generated.{application}",
              "An OAuth application obtained a token; the type ends in its name.",
              OAUTH_TOKEN_GENERATED));

  private AccessEventTypes() {}
}
