import { EXCLUDED_SOURCES } from '@fieldwatch/contract/data'

export interface CollectionState {
  readonly name: string
  readonly paused: boolean
}

/** The collections that can be paused, by name: those that have records, and those that are paused before they had any. */
export function collectionStates(names: readonly string[], pausedData: readonly string[]): CollectionState[] {
  return [...new Set([...names, ...pausedData])]
    .filter((name) => !EXCLUDED_SOURCES.includes(name))
    .toSorted((left, right) => left.localeCompare(right, 'en'))
    .map((name) => ({ name, paused: pausedData.includes(name) }))
}
