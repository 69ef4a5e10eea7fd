import type { Template } from '@fieldwatch/contract/templates/templates'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { createRequiredContext } from '#platform/context/required-context.ts'

/** The unit whose page is open. */
export interface OpenUnit {
  readonly unit: DataDocument
  /** Null as long as no one gave the unit a template. */
  readonly template: Template | null
}

/** The unit that the page around is about. */
export const [UnitContext, useUnit] = createRequiredContext<OpenUnit>('useUnit needs a UnitPage around it')
