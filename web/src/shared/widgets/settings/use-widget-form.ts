import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { WIDGET_KIND_NAMES, WIDGET_KINDS, widgetsOfKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { hexColour, paletteColour } from '#shared/charts/series-colours.ts'
import { findAgain, type FoundAgain } from './find-again.ts'
import { definitionOf, insertWidget, type KindedWidget, replaceWidget, widgetAt } from './template-widgets.ts'
import type { TemplateChangeState } from './use-template-change.ts'
import { typeOfKind } from '#shared/widgets/widget-types.ts'
import { emptyForm, formOfWidget, type SettingsByType } from './widget-form.ts'
import type { WidgetForm } from './value-form.ts'
import { t } from '../texts.ts'
import type { WidgetTask } from './widget-task.ts'

/** What is done in the form. */
export type FormTask = Extract<WidgetTask, { type: 'add' | 'edit' }>

interface Opened {
  readonly template: Template | null
  readonly definition: TemplateDefinition
  /** What is being edited; undefined for a new one. */
  readonly widget: KindedWidget | undefined
  readonly found: FoundAgain
  readonly isNewer: boolean
}

/** The form of a widget, and where it goes, also after a newer template was loaded. */
export function useWidgetForm(settings: SettingsByType, change: TemplateChangeState, task: FormTask) {
  const { definition } = change
  const edit = useChangeForm<Opened, WidgetForm>({
    thing: {
      template: change.base,
      definition,
      widget: task.type === 'edit' ? widgetAt(definition, task.place) : undefined,
      found: task.type === 'edit' ? { state: 'unchanged', place: task.place } : { state: 'gone' },
      isNewer: false,
    },
    valuesOf: (opened) =>
      opened.widget === undefined
        ? emptyForm(settings, task.type === 'add' ? task.widget : '', colourIn(opened.definition))
        : formOfWidget(settings, typeOfKind(opened.widget.kind).name, opened.widget, opened.definition),
    validate: () => ({}),
    readNewer: async (opened) => findInNewer(opened, await change.readNewer()),
    onNewer: ({ template }) => change.goOnFrom(template),
  })
  const { widget, found, isNewer } = edit.base

  return {
    edit,
    /** Kinds of which there is one, where another widget is it. */
    taken: WIDGET_KIND_NAMES.filter(
      (kind) => 'single' in WIDGET_KINDS[kind] && widget?.kind !== kind && widgetsOfKind(definition, kind).length > 0,
    ),
    /** What a newer template means for what was entered. */
    note: isNewer ? t(`widgets.newer.${widget === undefined ? 'new' : found.state}`) : undefined,
    /** The template with the widget in it. */
    place: (next: KindedWidget): TemplateDefinition => {
      if (found.state !== 'gone') return replaceWidget(definition, found.place, next)
      return insertWidget(definition, next, task.type === 'add' ? task.at : 'last')
    },
  }
}

/** The colour of the first value of a new widget. */
function colourIn({ timeSeries }: TemplateDefinition): string {
  return hexColour(paletteColour(timeSeries?.charts.length ?? 0))
}

/** A widget that is gone stays as it was, to be added again. */
function findInNewer({ definition, widget, found }: Opened, template: Template | null): Opened {
  const newer = definitionOf(template, definition.title)
  const next = { template, definition: newer, widget, found, isNewer: true }
  if (widget === undefined) return next
  const again = findAgain({ before: definition, newer }, widget, found.state === 'gone' ? -1 : found.place.index)
  return { ...next, found: again, widget: again.state === 'changed' ? widgetAt(newer, again.place) : widget }
}
