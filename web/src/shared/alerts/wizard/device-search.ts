import type { DataId } from '@fieldwatch/contract/api/ids'

export interface Device {
  readonly id: DataId
  readonly friendlyName: string
  readonly active: boolean
}

/** Devices whose name or dataID has every word of the search, whatever its case and accents. */
export function searchDevices(devices: readonly Device[], search: string): readonly Device[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return devices
  return devices.filter(({ friendlyName, id }) => {
    const text = plain(`${friendlyName} ${id}`)
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** The choice with all of these, as many as may be. */
export function withDevices(chosen: readonly DataId[], devices: readonly Device[], most: number): DataId[] {
  return [...new Set([...chosen, ...devices.map(({ id }) => id)])].slice(0, Math.max(most, chosen.length))
}

/** The choice without any of these. */
export function withoutDevices(chosen: readonly DataId[], devices: readonly Device[]): DataId[] {
  const gone = new Set(devices.map(({ id }) => id))
  return chosen.filter((id) => !gone.has(id))
}
