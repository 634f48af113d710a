package dev.tradewind.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * Self-signed certificate and its key as PEM files, made by the JDK's keytool.
 *
 * @param certificate also the authority that signed it
 */
public record TestCertificate(Path certificate, Path key) {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * @param alternativeNames as keytool takes them, such as {@code dns:localhost,ip:127.0.0.1}
   */
  public static TestCertificate create(Path folder, String commonName, String alternativeNames)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(commonName + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + commonName,
                "-ext",
                "san=" + alternativeNames,
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool ended with " + keytool.exitValue());
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(store)) {
      keys.load(file, PASSWORD);
    }
    return new TestCertificate(
        write(
            folder.resolve(commonName + ".crt"),
            "CERTIFICATE",
            keys.getCertificate("it").getEncoded()),
        write(
            folder.resolve(commonName + ".key"),
            "PRIVATE KEY",
            keys.getKey("it", PASSWORD).getEncoded()));
  }

  private static Path write(Path file, String type, byte[] content) throws IOException {
    String encoded = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, encoded));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
