import { UP } from '../server/testing/chirpstack-frames.ts'
import { UPLINK } from '../server/testing/things-stack-frames.ts'
import { HOSTILE_VALUES } from '@fieldwatch/e2e/hostile/cases/hostile-values'

const EXAMPLES = { 'The Things Stack': UPLINK, ChirpStack: UP }

/** Those by which a device is found. */
const KEPT: ReadonlySet<string> = new Set(['dev_eui', 'devEui'])

/** Uplinks of LoRaWAN network servers: with a hostile value in place of everything but the names of devices, and of each part. */
export const HOSTILE_FRAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EXAMPLES).flatMap(([server, example]) =>
    Object.entries(HOSTILE_VALUES).flatMap(([what, value]) => [
      [`an uplink of ${server} of ${what}`, JSON.stringify(fill(example, value))],
      [`parts of an uplink of ${server} of ${what}`, JSON.stringify(replaceParts(example, value))],
    ]),
  ),
)

function fill(part: unknown, value: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => fill(item, value))
  if (typeof part !== 'object' || part === null) return value
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, KEPT.has(name) ? inner : fill(inner, value)]),
  )
}

function replaceParts(example: object, value: unknown): object {
  const parts = Object.entries(example).map(([name, part]) =>
    name === 'end_device_ids' || name === 'deviceInfo' ? [name, part] : [name, typeof part === 'object' ? value : part],
  )
  return Object.fromEntries(parts)
}
