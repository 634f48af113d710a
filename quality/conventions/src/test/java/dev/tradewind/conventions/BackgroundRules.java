package dev.tradewind.conventions;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.background.CoalescedWork;
import dev.tradewind.kernel.operation.CurrentCall;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Work of verticles outside of requests: it is a background task, which waits at the gate, or asks
 * the gate itself.
 */
final class BackgroundRules {

  private static final String[] DOMAINS = {
    "dev.tradewind.catalog..",
    "dev.tradewind.customer..",
    "dev.tradewind.discount..",
    "dev.tradewind.cart..",
    "dev.tradewind.order..",
    "dev.tradewind.batch..",
    "dev.tradewind.webhook.."
  };

  private static final Set<String> TIMERS = Set.of("setPeriodic", "setTimer", "timer");

  /** Classes of verticles with timers of their own, and why those begin no work. */
  private static final Map<String, String> WITH_TIMERS =
      Map.of(
          "PasswordReset", "All responses of a reset take the same time.",
          "DeliveryWorker", "The shutdown waits a moment for attempts in progress.");

  private BackgroundRules() {}

  @ArchTest
  static void timersOfVerticlesAreThoseOfTheScheduler(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(JavaClass.Predicates.resideInAnyPackage(DOMAINS))
                .filter(one ->
                    one.getMethodCallsFromSelf().stream()
                        .anyMatch(call ->
                            call.getTargetOwner().isAssignableTo(Vertx.class)
                                && TIMERS.contains(call.getName())))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet()))
        .isEqualTo(WITH_TIMERS.keySet());
  }

  @ArchTest
  static final ArchRule onlyDomainVerticlesAndNodesScheduleTasks =
      noClasses()
          .that()
          .resideInAnyPackage(DOMAINS)
          .should()
          .callConstructorWhere(target(owner(assignableTo(BackgroundTasks.class))));

  @ArchTest
  static final ArchRule workThatARequestWakesAsksTheGate =
      classes()
          .that()
          .resideInAnyPackage(DOMAINS)
          .and(wakeWork())
          .should()
          .dependOnClassesThat(assignableTo(BackgroundGate.class));

  /** Starts work that does not belong to the present call. */
  private static DescribedPredicate<JavaClass> wakeWork() {
    return DescribedPredicate.describe(
        "wake work outside of calls",
        one ->
            one.getMethodCallsFromSelf().stream()
                    .anyMatch(
                        target(owner(assignableTo(CurrentCall.class)))
                            .and(target(name("withoutCall"))))
                || one.getConstructorCallsFromSelf().stream()
                    .anyMatch(target(owner(assignableTo(CoalescedWork.class)))));
  }
}
