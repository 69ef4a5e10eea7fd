import { X509Certificate as ParsedCertificate, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

cryptoProvider.set(webcrypto)

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 60 * 60_000

interface Wanted {
  commonName: string
  /** Leaving it out makes an authority that signs itself. */
  by?: BuiltCertificate
  from?: number
  to?: number
}

export interface BuiltCertificate {
  readonly cert: string
  readonly key: string
  readonly serialNumber: string
  readonly signing: { readonly certificate: X509Certificate; readonly keys: webcrypto.CryptoKeyPair }
}

/** A certificate for localhost, 127.0.0.1 and its common name. */
export async function buildCertificate({ commonName, by, from, to }: Wanted): Promise<BuiltCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const names = [
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
  ] as const
  const signing = by?.signing
  const certificate = await X509CertificateGenerator.create({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
    subject: `CN=${commonName}`,
    issuer: signing?.certificate.subject ?? `CN=${commonName}`,
    notBefore: new Date(from ?? Date.now() - DAY_MS),
    notAfter: new Date(to ?? Date.now() + 365 * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: signing?.keys.privateKey ?? keys.privateKey,
    extensions: [
      new BasicConstraintsExtension(by === undefined, undefined, true),
      new SubjectAlternativeNameExtension([...names]),
    ],
  })
  const cert = certificate.toString('pem')
  return {
    cert,
    key: PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    serialNumber: new ParsedCertificate(cert).serialNumber,
    signing: { certificate, keys },
  }
}
