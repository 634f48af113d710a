package dev.tradewind.launcher.cluster;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** Certificate authority of one cluster: it issues the certificates of the cluster's nodes. */
final class CertificateAuthority {

  private static final AlgorithmIdentifier SIGNATURE =
      new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);

  /** Allows for clocks that run behind. */
  private static final int MINUTES_BEFORE = 5;

  private static final Period VALIDITY = Period.ofYears(10);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Certificate of a node with its private key. */
  record Issued(X509Certificate certificate, PrivateKey key) {}

  private final X509Certificate certificate;
  private final PrivateKey key;

  CertificateAuthority(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  static CertificateAuthority create(String name, Instant now) throws GeneralSecurityException {
    KeyPair pair = keyPair();
    X500Name self = name(name);
    ExtensionsGenerator extensions = new ExtensionsGenerator();
    add(extensions, Extension.basicConstraints, true, new BasicConstraints(0));
    add(extensions, Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    Instant end = now.atOffset(ZoneOffset.UTC).plus(VALIDITY).toInstant();
    X509Certificate own =
        sign(self, self, pair.getPublic(), now, end, extensions, pair.getPrivate());
    return new CertificateAuthority(own, pair.getPrivate());
  }

  X509Certificate certificate() {
    return certificate;
  }

  PrivateKey key() {
    return key;
  }

  /** Certificate with which a node both serves and connects. */
  Issued issue(String node, Instant now, int days) throws GeneralSecurityException {
    KeyPair pair = keyPair();
    ExtensionsGenerator extensions = new ExtensionsGenerator();
    add(extensions, Extension.basicConstraints, true, new BasicConstraints(false));
    add(extensions, Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    add(
        extensions,
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    add(
        extensions,
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.dNSName, node)));
    X509Certificate issued =
        sign(
            X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
            name(node),
            pair.getPublic(),
            now,
            now.plus(days, ChronoUnit.DAYS),
            extensions,
            key);
    return new Issued(issued, pair.getPrivate());
  }

  private static X509Certificate sign(
      X500Name issuer,
      X500Name subject,
      PublicKey holder,
      Instant now,
      Instant end,
      ExtensionsGenerator extensions,
      PrivateKey signer)
      throws GeneralSecurityException {
    V3TBSCertificateGenerator content = new V3TBSCertificateGenerator();
    content.setSerialNumber(new ASN1Integer(new BigInteger(127, RANDOM).add(BigInteger.ONE)));
    content.setSignature(SIGNATURE);
    content.setIssuer(issuer);
    content.setSubject(subject);
    content.setStartDate(new Time(Date.from(now.minus(MINUTES_BEFORE, ChronoUnit.MINUTES))));
    content.setEndDate(new Time(Date.from(end)));
    content.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(holder.getEncoded()));
    content.setExtensions(extensions.generate());
    try {
      TBSCertificate signed = content.generateTBSCertificate();
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(signer);
      signature.update(signed.getEncoded(ASN1Encoding.DER));
      byte[] certificate =
          new DERSequence(
                  new ASN1Encodable[] {signed, SIGNATURE, new DERBitString(signature.sign())})
              .getEncoded(ASN1Encoding.DER);
      return Pem.certificates(certificate).getFirst();
    } catch (IOException failure) {
      throw new GeneralSecurityException(failure);
    }
  }

  private static void add(
      ExtensionsGenerator extensions,
      ASN1ObjectIdentifier type,
      boolean isCritical,
      ASN1Encodable value)
      throws GeneralSecurityException {
    try {
      extensions.addExtension(type, isCritical, value);
    } catch (IOException failure) {
      throw new GeneralSecurityException(failure);
    }
  }

  private static X500Name name(String common) {
    return X500Name.getInstance(new X500Principal("CN=" + common).getEncoded());
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
