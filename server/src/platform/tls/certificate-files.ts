import { readFile } from 'node:fs/promises'
import { reasonText } from '#platform/errors/reason-text.ts'
import { type Certificate, CertificateError, readCertificate } from './certificate.ts'
import type { CertificateFiles } from './tls-settings.ts'

/** @throws CertificateError when the files cannot be served */
export async function readCertificateFiles({ certPath, keyPath }: CertificateFiles, now: number): Promise<Certificate> {
  const [cert, key] = [await readPem(certPath), await readPem(keyPath)]
  return readCertificate({ cert, key, certPath, keyPath }, now)
}

/** @throws CertificateError */
export async function readPem(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CertificateError(`${path} cannot be read: ${reasonText(error)}.`, { cause: error })
  }
}
