package dev.tradewind.conventions;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

@AnalyzeClasses(packages = "dev.tradewind", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] VERTICLES = {
    "gateway", "catalog", "customer", "discount", "cart", "order", "batch", "webhook"
  };

  static final long MAX_CLASSES_OF_A_PACKAGE = 25;

  /** The packages of the cart verticle, the lowest first. */
  private static final List<String> CART =
      List.of(
          "model",
          "tax",
          "store",
          "retention",
          "privacy",
          "reference",
          "view",
          "discount",
          "payment",
          "command",
          "item",
          "completion",
          "shipping",
          "operation",
          "draft",
          "swap");

  /** The packages of the import from Medusa v1, the lowest first. */
  private static final List<String> MEDUSA =
      List.of("document", "copy", "source", "target", "check", "back", "there", "follow");

  /** The packages of the storefront, the lowest first. */
  private static final List<String> STOREFRONT =
      List.of("design", "answer", "look", "visit", "render", "search", "page");

  /** The packages of the order verticle, the lowest first. */
  private static final List<String> ORDER =
      List.of(
          "line",
          "aftersale",
          "model",
          "store",
          "change",
          "giftcard",
          "privacy",
          "view",
          "payment",
          "collection",
          "fulfillment",
          "pricing",
          "reservation",
          "admin",
          "returns",
          "edit",
          "claim",
          "ownership",
          "note",
          "notification",
          "draft",
          "placement",
          "swap");

  @ArchTest static final ArchRule verticlesMeetOnlyThroughContracts = allowedDependencies();

  @ArchTest static final ArchTests notices = ArchTests.in(NoticeRules.class);

  @ArchTest static final ArchTests background = ArchTests.in(BackgroundRules.class);

  @ArchTest
  static final ArchRule packagesOfAModuleHaveNoCycles =
      slices().matching("dev.tradewind.(*).(*)..").should().beFreeOfCycles();

  /** Beside the stores: the generic access of the kernel, and data for demonstrations and tests. */
  private static final String[] WITH_SQL = {
    "dev.tradewind.kernel.resource..",
    "dev.tradewind.kernel.queue..",
    "dev.tradewind.kernel.outbox..",
    "dev.tradewind.kernel.idempotency..",
    "dev.tradewind.kernel.audit..",
    "dev.tradewind.kernel.database..",
    "dev.tradewind.sample..",
    "dev.tradewind.benchmarks..",
    "dev.tradewind.testing.."
  };

  @ArchTest
  static final ArchRule sqlIsInStoresOnly =
      noClasses()
          .that(notStores())
          .and()
          .resideOutsideOfPackages(WITH_SQL)
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName(Tuple.class.getName())
          .orShould()
          .callMethodWhere(
              target(owner(resideInAnyPackage("io.vertx.sqlclient..", "io.vertx.pgclient..")))
                  .and(
                      target(name("query"))
                          .or(target(name("preparedQuery")))
                          .or(target(name("prepare")))));

  /** A store with the records and enums in it. */
  private static DescribedPredicate<JavaClass> notStores() {
    return DescribedPredicate.describe(
        "not *Store", one -> !one.getName().replaceFirst("\\$.*", "").endsWith("Store"));
  }

  @ArchTest
  static final ArchRule packagesOfResourcesHaveNoCycles =
      slices().matching("dev.tradewind.kernel.resource.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packagesOfProductsHaveNoCycles =
      slices().matching("dev.tradewind.catalog.product.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule resourceDescriptorsKnowNoneOfTheirUsers =
      noClasses()
          .that()
          .resideInAPackage("dev.tradewind.kernel.resource")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.tradewind.kernel.resource.*..");

  /** The root package of a verticle puts the others together. */
  @ArchTest
  static void packagesOfAVerticleDoNotKnowItsRoot(JavaClasses classes) {
    for (String verticle : VERTICLES) {
      String root = "dev.tradewind." + verticle;
      noClasses()
          .that()
          .resideInAPackage(root + ".*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(root)
          .check(classes);
    }
  }

  private static LayeredArchitecture allowedDependencies() {
    LayeredArchitecture layers =
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.tradewind..")
            .layer("kernel")
            .definedBy("dev.tradewind.kernel..")
            .layer("totals")
            .definedBy("dev.tradewind.totals..")
            .layer("api")
            .definedBy("dev.tradewind.api..")
            .layer("spi")
            .definedBy("dev.tradewind.spi..")
            .layer("email")
            .definedBy("dev.tradewind.email..")
            .layer("stripe")
            .definedBy("dev.tradewind.stripe..")
            .layer("providers")
            .definedBy("dev.tradewind.providers..")
            .layer("s3")
            .definedBy("dev.tradewind.s3..")
            .layer("storefront")
            .definedBy("dev.tradewind.storefront..")
            .layer("staffpages")
            .definedBy("dev.tradewind.staffpages..")
            .layer("statuspage")
            .definedBy("dev.tradewind.statuspage..")
            .layer("apidocs")
            .definedBy("dev.tradewind.apidocs..")
            .layer("shadow")
            .definedBy("dev.tradewind.shadow..")
            .layer("sample")
            .definedBy("dev.tradewind.sample..")
            .layer("medusa")
            .definedBy("dev.tradewind.medusa..")
            .layer("archive")
            .definedBy("dev.tradewind.archive..")
            .layer("embedded")
            .definedBy("dev.tradewind.embedded..")
            .layer("launcher")
            .definedBy("dev.tradewind.launcher..")
            .whereLayer("kernel")
            .mayNotAccessAnyLayer()
            .whereLayer("totals")
            .mayOnlyAccessLayers("kernel")
            .whereLayer("api")
            .mayOnlyAccessLayers("kernel", "totals", "spi")
            .whereLayer("spi")
            .mayNotAccessAnyLayer()
            .whereLayer("email")
            .mayOnlyAccessLayers("spi")
            .whereLayer("stripe")
            .mayOnlyAccessLayers("spi")
            .whereLayer("providers")
            .mayOnlyAccessLayers("kernel", "totals", "api", "spi")
            .whereLayer("s3")
            .mayOnlyAccessLayers("spi")
            .whereLayer("storefront")
            .mayOnlyAccessLayers("kernel", "spi")
            .whereLayer("sample")
            .mayOnlyAccessLayers("kernel", "totals", "api")
            .whereLayer("medusa")
            .mayOnlyAccessLayers("kernel", "totals", "api")
            .whereLayer("archive")
            .mayOnlyAccessLayers("kernel")
            .whereLayer("embedded")
            .mayNotAccessAnyLayer()
            .whereLayer("launcher")
            .mayNotBeAccessedByAnyLayer();
    for (String verticle : VERTICLES) {
      layers =
          layers
              .layer(verticle)
              .definedBy("dev.tradewind." + verticle + "..")
              .whereLayer(verticle)
              .mayOnlyAccessLayers("kernel", "totals", "api", "spi", "providers", "storefront");
    }
    layers = layers.whereLayer("storefront").mayOnlyBeAccessedByLayers("gateway", "launcher");
    // The gateway, as every verticle above, knows none of them.
    layers =
        layers
            .whereLayer("staffpages")
            .mayOnlyAccessLayers("gateway", "kernel", "spi")
            .whereLayer("statuspage")
            .mayOnlyAccessLayers("gateway", "kernel", "staffpages")
            .whereLayer("apidocs")
            .mayOnlyAccessLayers("gateway", "kernel", "api")
            .whereLayer("shadow")
            .mayOnlyAccessLayers("gateway", "kernel");
    return layers.ensureAllClassesAreContainedInArchitectureIgnoring(
        "dev.tradewind.testing..", "dev.tradewind.broker..", "dev.tradewind.benchmarks..");
  }

  @ArchTest
  static void packagesOfTheCartDependOnLowerOnesOnly(JavaClasses classes) {
    checkOrder("dev.tradewind.cart", CART, classes);
  }

  @ArchTest
  static void packagesOfTheOrderDependOnLowerOnesOnly(JavaClasses classes) {
    checkOrder("dev.tradewind.order", ORDER, classes);
  }

  @ArchTest
  static void packagesOfTheMoveDependOnLowerOnesOnly(JavaClasses classes) {
    checkOrder("dev.tradewind.medusa", MEDUSA, classes);
  }

  @ArchTest
  static void packagesOfTheStorefrontDependOnLowerOnesOnly(JavaClasses classes) {
    checkOrder("dev.tradewind.storefront", STOREFRONT, classes);
  }

  private static void checkOrder(String verticle, List<String> packages, JavaClasses classes) {
    assertThat(classes)
        .extracting(JavaClass::getPackageName)
        .filteredOn(name -> name.startsWith(verticle + "."))
        .allSatisfy(name -> assertThat(packages).contains(name.substring(verticle.length() + 1)));
    for (int level = 0; level < packages.size() - 1; level++) {
      String[] higher =
          packages.subList(level + 1, packages.size()).stream()
              .map(name -> verticle + "." + name)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(verticle + "." + packages.get(level))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(higher)
          .check(classes);
    }
  }

  @ArchTest
  static void packagesHoldAHandfulOfClasses(JavaClasses classes) {
    Map<String, Long> sizes =
        classes.stream()
            .filter(one -> one.isTopLevelClass() && !one.getSimpleName().equals("package-info"))
            .filter(one -> !one.getPackageName().endsWith(".jmh_generated"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));

    assertThat(sizes)
        .isNotEmpty()
        .allSatisfy((name, size) ->
            assertThat(size).as(name).isLessThanOrEqualTo(MAX_CLASSES_OF_A_PACKAGE));
  }
}
