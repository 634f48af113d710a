package dev.tradewind.order.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.type.EventTypes;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every type of event has a resource that notifications show, or is listed as one without. */
class NotifiedResourcesTest {

  @Test
  void everyEventHasItsResource() {
    Set<String> types =
        EventTypes.ALL.stream()
            .map(type -> type.name().substring(0, type.name().indexOf('.')))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> without = new TreeSet<>(types);
    without.removeIf(NotifiedResources::isShown);
    assertThat(without).isEqualTo(new TreeSet<>(NotifiedResources.WITHOUT_RESOURCE));
  }
}
