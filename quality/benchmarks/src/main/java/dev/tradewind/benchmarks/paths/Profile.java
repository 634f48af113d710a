package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.SystemCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** CPU profile of a process, sampled by Java Flight Recorder. */
public final class Profile {

  private static final int LINES = 25;
  private static final String OURS = "dev.tradewind.";

  /** Samples of CPU time, which include native calls; older JVMs sample Java code only. */
  private static final String EVENT =
      Runtime.version().feature() >= 25 ? "jdk.CPUTimeSample" : "jdk.ExecutionSample";

  private final Map<String, Integer> self = new HashMap<>();
  private final Map<String, Integer> ours = new HashMap<>();
  private int samples;

  private Profile() {}

  public interface Load {
    void run() throws Exception;
  }

  /** Records the process under load. */
  public static Profile of(long processId, Path recording, Load load) throws Exception {
    command(processId, "JFR.start", "name=benchmark", "settings=profile", EVENT + "#enabled=true");
    load.run();
    command(processId, "JFR.stop", "name=benchmark", "filename=" + recording.toAbsolutePath());
    Profile profile = new Profile();
    profile.read(recording);
    return profile;
  }

  static void command(long processId, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add(Long.toString(processId));
    command.addAll(List.of(words));
    SystemCommand.run(command.toArray(String[]::new));
  }

  private void read(Path recording) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        RecordedStackTrace stack = event.getStackTrace();
        if (event.getEventType().getName().equals(EVENT) && stack != null) {
          add(stack.getFrames());
        }
      }
    }
  }

  private void add(List<RecordedFrame> frames) {
    samples++;
    self.merge(name(frames.get(0)), 1, Integer::sum);
    Set<String> seen = new HashSet<>();
    for (RecordedFrame frame : frames) {
      String name = name(frame);
      if (name.startsWith(OURS) && !isLambda(name) && seen.add(name)) {
        ours.merge(name, 1, Integer::sum);
      }
    }
  }

  /** Frames of a lambda, which repeat the method around them. */
  private static boolean isLambda(String name) {
    return name.contains("$$Lambda") || name.contains(".lambda$");
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  public String text() {
    return "Samples: %d%nBy self time%n%s%nOf the project, with what they call%n%s"
        .formatted(samples, top(self), top(ours));
  }

  private String top(Map<String, Integer> counts) {
    StringBuilder lines = new StringBuilder();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(LINES)
        .forEach(entry ->
            lines.append(
                "  %5.1f %%  %s%n".formatted(100.0 * entry.getValue() / samples, entry.getKey())));
    return lines.toString();
  }
}
