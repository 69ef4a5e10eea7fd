import { createRequiredContext } from '#platform/context/required-context.ts'
import type { WidgetPlace } from './template-widgets.ts'

/** A task on the widgets of a unit. */
export type WidgetTask =
  | {
      readonly type: 'add'
      /** The type of the widget; empty: the user chooses. */ readonly widget: string
      readonly at: 'first' | 'last'
    }
  | { readonly type: 'edit'; readonly place: WidgetPlace }
  | { readonly type: 'remove'; readonly place: WidgetPlace }
  /** The unit gives up its own template. */
  | { readonly type: 'share' }

/** Opens the dialog for a task. */
export const [WidgetTaskContext, useWidgetTask] = createRequiredContext<(task: WidgetTask) => void>(
  'useWidgetTask needs a WidgetEditor around it',
)
