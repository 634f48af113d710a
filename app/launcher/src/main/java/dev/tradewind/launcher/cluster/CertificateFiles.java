package dev.tradewind.launcher.cluster;

import dev.tradewind.kernel.operation.ClusterKeys;
import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * Folder with the certificate authority of a cluster and, in a folder per node, the files of that
 * node. Only their owner may read them.
 */
public final class CertificateFiles {

  private static final String AUTHORITY_KEY = "ca.key";

  private final Path folder;
  private final Instant now;

  public CertificateFiles(Path folder, Instant now) {
    this.folder = folder;
    this.now = now;
  }

  /**
   * Writes a new certificate for each node, of the authority in the folder; the first time it
   * creates the authority and the cluster key.
   *
   * @return the folders of the nodes
   */
  public List<Path> write(List<String> nodes, int days) {
    try {
      Files.createDirectories(folder, ownersAlone("rwx------"));
      CertificateAuthority authority = authority();
      String key = clusterKey();
      for (String node : nodes) {
        write(node, authority, key, days);
      }
      return nodes.stream().map(folder::resolve).toList();
    } catch (IOException refused) {
      throw new CliException(
          "The certificates cannot be written to " + folder + ": " + refused.getMessage() + ".",
          refused);
    } catch (GeneralSecurityException malformed) {
      throw new CliException(
          "The certificate authority in " + folder + " cannot be used: " + malformed.getMessage(),
          malformed);
    }
  }

  private void write(String node, CertificateAuthority authority, String key, int days)
      throws IOException, GeneralSecurityException {
    CertificateAuthority.Issued issued = authority.issue(node, now, days);
    Path own = folder.resolve(node);
    Files.createDirectories(own, ownersAlone("rwx------"));
    write(own.resolve(ClusterCertificates.AUTHORITY), Pem.of(authority.certificate()));
    write(own.resolve(ClusterCertificates.CERTIFICATE), Pem.of(issued.certificate()));
    write(own.resolve(ClusterCertificates.KEY), Pem.of(issued.key()));
    write(own.resolve(ClusterCertificates.CLUSTER_KEY), key);
  }

  private CertificateAuthority authority() throws IOException, GeneralSecurityException {
    Path certificate = folder.resolve(ClusterCertificates.AUTHORITY);
    Path key = folder.resolve(AUTHORITY_KEY);
    if (Files.exists(key)) {
      X509Certificate existing = Pem.certificates(Files.readAllBytes(certificate)).getFirst();
      return new CertificateAuthority(
          existing,
          Pem.privateKey(Files.readAllBytes(key), existing.getPublicKey().getAlgorithm()));
    }
    CertificateAuthority created = CertificateAuthority.create("tradewind cluster", now);
    write(certificate, Pem.of(created.certificate()));
    write(key, Pem.of(created.key()));
    return created;
  }

  private String clusterKey() throws IOException {
    Path file = folder.resolve(ClusterCertificates.CLUSTER_KEY);
    if (!Files.exists(file)) {
      write(file, ClusterKeys.random() + "\n");
    }
    return Files.readString(file);
  }

  /** Replaces the file as a whole, because a running node may read it at any time. */
  private static void write(Path file, String content) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(written);
    Files.createFile(written, ownersAlone("rw-------"));
    Files.write(written, content.getBytes(StandardCharsets.US_ASCII));
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] ownersAlone(String permissions) {
    if (Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[] {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
      };
    }
    return new FileAttribute<?>[0];
  }
}
