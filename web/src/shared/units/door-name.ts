import type { Door } from '@fieldwatch/contract/api/doors'
import { offeredDoors } from '#platform/extensions/web-extension.ts'

/** What the doors of the core are called, in every language. */
const NAMES: Readonly<Record<string, string>> = {
  mqtt: 'MQTT',
  http: 'HTTP',
}

export function doorName(door: Door): string {
  return NAMES[door] ?? offeredDoors().find((one) => one.door === door)?.name ?? door
}
