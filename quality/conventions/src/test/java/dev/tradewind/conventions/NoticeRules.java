package dev.tradewind.conventions;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.kernel.background.ClusterActivity;
import java.util.Set;
import java.util.stream.Collectors;

/** Notices to all nodes: the three that there are, each with a sender and a listener. */
final class NoticeRules {

  @ArchTest
  static final ArchRule nothingElseIsSentToAllNodes =
      noClasses()
          .that()
          .areNotAssignableTo(DeletedReferences.class)
          .and()
          .areNotAssignableTo(ErasedCustomers.class)
          .and()
          .areNotAssignableTo(ClusterActivity.class)
          .should()
          .callMethodWhere(
              target(owner(Predicates.resideInAPackage("io.vertx.core.eventbus..")))
                  .and(target(name("publish"))));

  private NoticeRules() {}

  @ArchTest
  static void everyDeletedReferenceIsSentAndListenedTo(JavaClasses classes) {
    JavaClass notice = classes.get(DeletedReferences.class);
    Set<JavaClass> senders = callers(notice, "publish");
    Set<JavaClass> listeners = callers(notice, "listen");
    for (DeletedReferences deleted : DeletedReferences.values()) {
      Set<JavaClass> users =
          notice.getField(deleted.name()).getAccessesToSelf().stream()
              .map(access -> access.getOriginOwner())
              .collect(Collectors.toSet());

      assertThat(users).as("senders of %s", deleted).anyMatch(senders::contains);
      assertThat(users).as("listeners to %s", deleted).anyMatch(listeners::contains);
    }
  }

  @ArchTest
  static void theErasureOfCustomersIsSentAndListenedTo(JavaClasses classes) {
    JavaClass notice = classes.get(ErasedCustomers.class);

    assertThat(callers(notice, "publish")).isNotEmpty();
    assertThat(callers(notice, "listen")).isNotEmpty();
  }

  @ArchTest
  static void theActivityOfTheClusterIsSentAndListenedTo(JavaClasses classes) {
    JavaClass notice = classes.get(ClusterActivity.class);

    assertThat(callers(notice, "noteRequest")).isNotEmpty();
    assertThat(callers(notice, "hearOthers")).isNotEmpty();
  }

  /** Method references count as calls. */
  private static Set<JavaClass> callers(JavaClass notice, String method) {
    return notice.getMethods().stream()
        .filter(one -> one.getName().equals(method))
        .flatMap(one -> one.getAccessesToSelf().stream())
        .map(access -> access.getOriginOwner())
        .filter(origin -> !origin.equals(notice))
        .collect(Collectors.toSet());
  }
}
