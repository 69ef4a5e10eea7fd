import type { FileProblem } from '../files/read-yaml.ts'
import type { Fleet } from './fleet.ts'
import type { ChangeOfItem, PresentItem, WantedItem } from './items.ts'

/** What was made and is shown only once. */
export interface NewToken {
  readonly dataID: string
  readonly token: string
}

/** How things of one kind are read and changed. */
export interface Kind {
  /** What the portal has; with `only`, at least what these are compared with. */
  readonly list: (fleet: Fleet, only?: readonly WantedItem[]) => Promise<PresentItem[]>
  /** What is missing for a thing that is to be added. */
  readonly findMissing?: (wanted: WantedItem) => FileProblem[]
  readonly add: (fleet: Fleet, wanted: WantedItem) => Promise<NewToken | undefined>
  readonly change: (fleet: Fleet, change: ChangeOfItem) => Promise<void>
  /** Undefined: things of this kind are never removed. */
  readonly remove?: (fleet: Fleet, present: PresentItem) => Promise<void>
}
