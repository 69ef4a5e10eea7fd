import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const file = z.string().min(1).optional()

export const TLS_SETTINGS = {
  FIELDWATCH_TLS_CERT: file.describe(
    'File with the certificate and those between it and its authority (PEM). With it and its key there are HTTPS and MQTT over TLS. It is read anew when it changes.',
  ),
  FIELDWATCH_TLS_KEY: file.describe('File with the key of that certificate (PEM, without a password).'),
  FIELDWATCH_HTTPS_PORT: port
    .default(8443)
    .describe('Port of HTTPS and MQTT over WebSocket with TLS. The port without TLS leads there.'),
  FIELDWATCH_MQTTS_PORT: port.default(8883).describe('Port of MQTT over TLS.'),
  FIELDWATCH_PLAIN_UNITS: z
    .enum(['true', 'false', '1', '0'])
    .transform((word) => word === 'true' || word === '1')
    .default(true)
    .describe('Whether units may use MQTT and HTTP without TLS too, when there is a certificate.'),
  FIELDWATCH_TLS_CLIENT_CA: file.describe(
    'File with the authority of certificates of units (PEM). A unit that has one needs no token for MQTT over TLS: its common name is the dataID.',
  ),
} as const

export interface TlsSettings {
  readonly certPath: string
  readonly keyPath: string
  readonly clientCaPath: string | undefined
  readonly httpsPort: number
  readonly mqttsPort: number
  readonly plainUnits: boolean
}

type Values = z.infer<z.ZodObject<typeof TLS_SETTINGS>>

/** @throws Error when one of two settings is missing that need one another */
export function tlsOf(values: Values): TlsSettings | undefined {
  const { FIELDWATCH_TLS_CERT: cert, FIELDWATCH_TLS_KEY: key, FIELDWATCH_TLS_CLIENT_CA: clientCa } = values
  if (cert === undefined && key === undefined) {
    if (clientCa !== undefined) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_TLS_CLIENT_CA')
    if (!values.FIELDWATCH_PLAIN_UNITS) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_PLAIN_UNITS')
    return undefined
  }
  if (cert === undefined) throw missing('FIELDWATCH_TLS_CERT', 'FIELDWATCH_TLS_KEY')
  if (key === undefined) throw missing('FIELDWATCH_TLS_KEY', 'FIELDWATCH_TLS_CERT')
  return {
    certPath: resolve(cert),
    keyPath: resolve(key),
    clientCaPath: clientCa && resolve(clientCa),
    httpsPort: values.FIELDWATCH_HTTPS_PORT,
    mqttsPort: values.FIELDWATCH_MQTTS_PORT,
    plainUnits: values.FIELDWATCH_PLAIN_UNITS,
  }
}

function missing(setting: string, by: string): Error {
  return new Error(`${setting} is not set, and ${by} needs it.`)
}
