import type { Template } from '@fieldwatch/contract/templates/templates'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { createContext, use } from 'react'

/** The unit whose page is open. */
export interface OpenUnit {
  readonly unit: DataDocument
  /** Null as long as no one gave the unit a template. */
  readonly template: Template | null
}

export const UnitContext = createContext<OpenUnit | undefined>(undefined)

/** The unit that the page around is about. */
export function useUnit(): OpenUnit {
  const open = use(UnitContext)
  if (open === undefined) throw new Error('useUnit needs a UnitPage around it')
  return open
}
