import type { ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import { configurationOf } from '@fieldwatch/contract/actions/action-options'
import { DownlinkPort } from '../../contract/network-servers.ts'
import { sentence } from '@fieldwatch/contract/text/sentence'

/** What a device gets. */
export interface Frame {
  readonly bytes: Buffer
  readonly port: number
}

/** What a request asks of a LoRaWAN device: bytes as they are, or values that the codec of its template writes as bytes. */
export type Asked =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly port: number | undefined }
  | { readonly kind: 'values'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'problem'; readonly problem: string }

/** The longest payload of any region and data rate (LoRaWAN Regional Parameters). */
const MOST_FRAME_BYTES = 242

/**
 * Reads the payload of a request: hexadecimal digits, `{"hex": "01 FF", "fPort": 2}` or `{"base64": "Af8="}` are bytes. Anything else is for
 * the codec: an Update its configuration, another object as it is, and a word such as `Reboot` as `{"Reboot": true}`.
 */
export function readPayload(payload: ActionPayload): Asked {
  if (typeof payload === 'string') {
    const bytes = readHex(payload)
    return bytes === undefined
      ? { kind: 'values', data: { [payload]: true } }
      : { kind: 'bytes', bytes, port: undefined }
  }
  const { hex, base64, fPort } = payload
  if (hex === undefined && base64 === undefined) return { kind: 'values', data: configurationOf(payload) ?? payload }
  const bytes = hex === undefined ? readBase64(base64) : readHex(hex)
  if (bytes === undefined) return { kind: 'problem', problem: 'answers.downlink.bytes' }
  const port = DownlinkPort.optional().safeParse(fPort)
  return port.success ? { kind: 'bytes', bytes, port: port.data } : { kind: 'problem', problem: 'fields.downlink-port' }
}

/** Why a frame cannot be sent to any device; undefined: it can. */
export function findFrameProblem({ bytes, port }: Frame): string | undefined {
  if (bytes.length === 0) return 'answers.downlink.empty'
  if (bytes.length > MOST_FRAME_BYTES) return sentence('answers.downlink.long', { count: MOST_FRAME_BYTES })
  return DownlinkPort.safeParse(port).success ? undefined : 'fields.downlink-port'
}

function readHex(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  const digits = value.replaceAll(/[\s:-]/g, '').replace(/^0x/i, '')
  return digits !== '' && digits.length % 2 === 0 && /^[\da-f]+$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

function readBase64(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
  return Buffer.from(value, 'base64')
}
