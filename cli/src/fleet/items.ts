import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Content } from '../files/json.ts'
import type { FilePlace } from '../files/read-yaml.ts'

/** In the order in which they are made: what others name comes first. */
export const KIND_NAMES = ['label', 'place', 'template', 'unit', 'event table', 'alert'] as const
export type KindName = (typeof KIND_NAMES)[number]

interface Item {
  readonly kind: KindName
  /** What it is known by, apart from others of its kind. */
  readonly key: string
  /** What people call it. */
  readonly name: string
  /** Whose it is; undefined for what is not of one entity. */
  readonly entity?: EntityId
  /** What can change of it, with names in place of ids. */
  readonly content: Content
}

/** A thing that the portal has. */
export interface PresentItem extends Item {
  readonly id: string | number
  /** The one that was read; undefined where changes are not counted. */
  readonly version?: number
}

/** A thing that a file describes. */
export interface WantedItem extends Item {
  readonly placeOf: (path: readonly PropertyKey[]) => FilePlace
}

export interface ChangeOfItem {
  readonly present: PresentItem
  readonly wanted: WantedItem
  /** The keys of the content that differ. */
  readonly keys: readonly string[]
}

/** Things of one entity are known by their names there. */
export function keyInEntity(entity: EntityId, name: string): string {
  return `${entity}/${name}`
}

export function eventTableKey(dataID: string, name: string): string {
  return `${dataID}/${name}`
}
