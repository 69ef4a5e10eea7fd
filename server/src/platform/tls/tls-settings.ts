import { flag } from '#platform/roles/flag.ts'
import { resolve } from 'node:path'
import { z } from 'zod'
import { port } from '#platform/settings/port-setting.ts'
import type { CertificateSource } from './certificate-source.ts'

const file = z.string().min(1).optional()

export const TLS_SETTINGS = {
  FIELDWATCH_TLS_CERT: file.describe(
    'File with the certificate and those between it and its authority (PEM). With it and its key there are HTTPS and MQTT over TLS. It is read again when it changes.',
  ),
  FIELDWATCH_TLS_KEY: file.describe('File with the key of that certificate (PEM, without a password).'),
  FIELDWATCH_HTTPS_PORT: port
    .default(8443)
    .describe('Port of HTTPS and MQTT over WebSocket with TLS. The port without TLS leads there.'),
  FIELDWATCH_MQTTS_PORT: port.default(8883).describe('Port of MQTT over TLS.'),
  FIELDWATCH_PLAIN_UNITS: flag
    .default(true)
    .describe('Whether units may use MQTT and HTTP without TLS too, when there is a certificate.'),
  FIELDWATCH_HSTS_SUBDOMAINS: flag
    .default(false)
    .describe(
      'Whether browsers that have been to the portal by HTTPS use HTTPS for the names below its own too, here and at a proxy in front.',
    ),
  FIELDWATCH_TLS_CLIENT_CA: file.describe(
    'File with the authority of certificates of units (PEM). A unit that has one needs no token for MQTT over TLS: its common name is the dataID.',
  ),
} as const

export interface CertificateFiles {
  readonly certPath: string
  readonly keyPath: string
}

export interface TlsSettings {
  readonly source: CertificateFiles | CertificateSource
  readonly clientCaPath: string | undefined
  readonly httpsPort: number
  readonly mqttsPort: number
  readonly plainUnits: boolean
}

type Values = z.infer<z.ZodObject<typeof TLS_SETTINGS>>

/**
 * `other`: a source of certificates that is set besides the files.
 * @throws Error when settings are missing that others need, or they contradict one another
 */
export function tlsOf(values: Values, other: CertificateSource | undefined): TlsSettings | undefined {
  const source = sourceOf(values, other)
  const clientCa = values.FIELDWATCH_TLS_CLIENT_CA
  if (source === undefined) {
    if (clientCa !== undefined) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_TLS_CLIENT_CA')
    if (!values.FIELDWATCH_PLAIN_UNITS) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_PLAIN_UNITS')
    return undefined
  }
  return {
    source,
    clientCaPath: clientCa && resolve(clientCa),
    httpsPort: values.FIELDWATCH_HTTPS_PORT,
    mqttsPort: values.FIELDWATCH_MQTTS_PORT,
    plainUnits: values.FIELDWATCH_PLAIN_UNITS,
  }
}

function sourceOf(
  values: Values,
  other: CertificateSource | undefined,
): CertificateFiles | CertificateSource | undefined {
  const { FIELDWATCH_TLS_CERT: cert, FIELDWATCH_TLS_KEY: key } = values
  if (other !== undefined) {
    if (cert !== undefined || key !== undefined)
      throw new Error(`${other.setting} and FIELDWATCH_TLS_CERT are both set, and only one can be served.`)
    return other
  }
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_TLS_KEY')
  if (key === undefined) throw missing('FIELDWATCH_TLS_KEY', 'FIELDWATCH_TLS_CERT')
  return { certPath: resolve(cert), keyPath: resolve(key) }
}

function missing(setting: string, by: string): Error {
  return new Error(`${setting} is not set, and ${by} needs it.`)
}
