/** The newest reading of a sensor, as the portal sends it. */
export interface LiveReading {
  readonly name: string
  readonly value: number
}

type PortalMessage =
  | { type: 'fieldwatch/context'; colorScheme: 'light' | 'dark' }
  | { type: 'fieldwatch/readings'; readings: readonly LiveReading[] }

/** Reads what the portal says; undefined for anything else. */
export function readPortalMessage(data: unknown): PortalMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'fieldwatch/context' && 'colorScheme' in data) {
    return { type: data.type, colorScheme: data.colorScheme === 'dark' ? 'dark' : 'light' }
  }
  if (data.type === 'fieldwatch/readings' && 'readings' in data && Array.isArray(data.readings)) {
    return { type: data.type, readings: data.readings.filter(isReading) }
  }
  return undefined
}

function isReading(entry: unknown): entry is LiveReading {
  if (typeof entry !== 'object' || entry === null || !('name' in entry) || !('value' in entry)) return false
  return typeof entry.name === 'string' && typeof entry.value === 'number'
}
