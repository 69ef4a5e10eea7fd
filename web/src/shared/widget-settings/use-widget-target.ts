import type { TemplateDefinition } from '@fieldwatch/contract/templates'
import { useState } from 'react'
import { hexColour, paletteColour } from '#shared/charts/series-colours.ts'
import { findAgain, type FoundAgain } from './find-again.ts'
import { definitionOf, insertWidget, type KindedWidget, replaceWidget, widgetAt } from './template-widgets.ts'
import type { TemplateChangeState } from './use-template-change.ts'
import type { WidgetTask } from './widget-task.ts'

/** What is done in the form. */
export type FormTask = Extract<WidgetTask, { type: 'add' | 'edit' }>

/** Where the widget of a form goes, also after a newer template was loaded. */
export function useWidgetTarget(change: TemplateChangeState, task: FormTask) {
  const { definition } = change
  const [widget, setWidget] = useState(() => (task.type === 'edit' ? widgetAt(definition, task.place) : undefined))
  const [found, setFound] = useState<FoundAgain>(
    task.type === 'edit' ? { state: 'unchanged', place: task.place } : { state: 'gone' },
  )
  const [isNewer, setIsNewer] = useState(false)

  async function load(): Promise<void> {
    const newer = definitionOf(await change.loadNewer(), definition.title)
    setIsNewer(true)
    if (widget === undefined) return
    const next = findAgain({ before: definition, newer }, widget, found.state === 'gone' ? -1 : found.place.index)
    setFound(next)
    if (next.state === 'changed') setWidget(widgetAt(newer, next.place))
  }

  return {
    /** What is being edited; undefined for a new one. */
    widget,
    /** The colour of the first value of a new widget. */
    colour: hexColour(paletteColour(definition.timeSeries?.charts.length ?? 0)),
    hasOtherEventLog: definition.overview?.eventLog !== undefined && widget?.kind !== 'eventLog',
    /** What a newer template means for what was entered. */
    note: isNewer ? NEWER_NOTES[widget === undefined ? 'new' : found.state] : undefined,
    /** The template with the widget in it. */
    place: (next: KindedWidget): TemplateDefinition => {
      if (found.state !== 'gone') return replaceWidget(definition, found.place, next)
      return insertWidget(definition, next, task.type === 'add' ? task.at : 'last')
    },
    loadNewer: (): void => {
      // A failure shows beside the form.
      load().catch(() => undefined)
    },
  }
}

const NEWER_NOTES: Record<FoundAgain['state'] | 'new', string> = {
  new: 'The newer template is loaded. Save adds your widget to it.',
  unchanged: 'The newer template is loaded. Save puts what you entered into it.',
  changed: 'The newer template is loaded, and this widget was changed in it. Save replaces that change with yours.',
  gone: 'The newer template is loaded, and this widget is not in it any more. Save adds it again.',
}
