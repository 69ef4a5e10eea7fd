import type { Door } from '@fieldwatch/contract/api/doors'

/** Doors of other makers that are no extension. */
export const CORE_DOORS: readonly Door[] = ['prometheus']
