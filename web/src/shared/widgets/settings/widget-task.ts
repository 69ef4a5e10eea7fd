import { createContext, use } from 'react'
import type { WidgetPlace } from './template-widgets.ts'

/** A task on the widgets of a unit. */
export type WidgetTask =
  | {
      readonly type: 'add'
      /** Of this type; empty: the user chooses. */ readonly widget: string
      readonly at: 'first' | 'last'
    }
  | { readonly type: 'edit'; readonly place: WidgetPlace }
  | { readonly type: 'remove'; readonly place: WidgetPlace }
  /** The unit gives up its own template. */
  | { readonly type: 'share' }

export const WidgetTaskContext = createContext<((task: WidgetTask) => void) | undefined>(undefined)

/** Opens the dialog for a task. */
export function useWidgetTask(): (task: WidgetTask) => void {
  const start = use(WidgetTaskContext)
  if (start === undefined) throw new Error('useWidgetTask needs a WidgetEditor around it')
  return start
}
