package dev.tradewind.kernel.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class ClusterActivityTest {

  private final BlockingQueue<String> woken = new LinkedBlockingQueue<>();

  @Test
  void aRequestWakesANodeOfAnIdleClusterAndIsToldToTheOthersOnceASecond(Vertx vertx)
      throws Exception {
    ClusterActivity idle = ClusterActivity.of(vertx, Duration.ZERO);
    idle.onActive(() -> woken.add("woken"));
    vertx.eventBus().consumer("tradewind.activity", heard -> woken.add("told " + heard.body()));

    assertThat(idle.noteRequest(vertx.eventBus())).isTrue();
    assertThat(idle.noteRequest(vertx.eventBus())).isFalse();

    assertThat(woken.poll(10, TimeUnit.SECONDS)).isEqualTo("woken");
    assertThat(woken.poll(10, TimeUnit.SECONDS)).isEqualTo("told true");
    assertThat(woken.poll(200, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void aNodeHearsOfTheRequestsOfOthers(Vertx vertx) throws Exception {
    ClusterActivity active = ClusterActivity.of(vertx, Duration.ofDays(1));
    active.onActive(() -> woken.add("woken"));
    active.hearOthers(vertx.eventBus());

    vertx.eventBus().publish("tradewind.activity", false);
    assertThat(woken.poll(200, TimeUnit.MILLISECONDS)).isNull();
    vertx.eventBus().publish("tradewind.activity", true);

    assertThat(woken.poll(10, TimeUnit.SECONDS)).isEqualTo("woken");
  }

  @Test
  void anActiveClusterIsNotWoken(Vertx vertx) throws Exception {
    ClusterActivity active = ClusterActivity.of(vertx, Duration.ofDays(1));
    active.onActive(() -> woken.add("woken"));

    assertThat(active.noteRequest(vertx.eventBus())).isFalse();

    assertThat(active.isActive()).isTrue();
    assertThat(woken.poll(200, TimeUnit.MILLISECONDS)).isNull();
  }
}
