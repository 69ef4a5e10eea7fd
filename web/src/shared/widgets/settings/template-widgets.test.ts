import { WIDGET_KIND_NAMES, type WidgetKindName } from '@fieldwatch/contract/widgets/widget-kinds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate, FULL_DEFINITION } from '#testing/build-template.ts'
import {
  definitionOf,
  insertWidget,
  type KindedWidget,
  removeWidget,
  replaceWidget,
  titleOf,
  widgetAt,
} from './template-widgets.ts'

const KINDS = WIDGET_KIND_NAMES

function widget(kind: WidgetKindName): KindedWidget {
  const found = widgetAt(FULL_DEFINITION, { kind, index: 0 })
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

function chart(title: string): KindedWidget {
  return { kind: 'charts', widget: { title, type: 'timeseries', specifications: {} } }
}

const chartTitles = (definition: typeof FULL_DEFINITION) => definition.timeSeries?.charts.map(({ title }) => title)

describe('what is saved of a template', () => {
  // spec 1-7-31
  it('is all but what the server adds when it is read', () => {
    expect(definitionOf(buildTemplate(FULL_DEFINITION), 'x')).toEqual(FULL_DEFINITION)
  })

  it('is an empty one with the title of the unit when there is none', () => {
    expect(definitionOf(null, 'Tank 1')).toEqual({ title: 'Tank 1', events: [] })
  })
})

describe('the widgets of a template', () => {
  it.each(KINDS)('of the kind %s can be added to an empty one, and removed again', (kind) => {
    const added = insertWidget({ title: 'Empty' }, widget(kind), 'last')

    expect(widgetAt(added, { kind, index: 0 })).toEqual(widget(kind))
    expect(widgetAt(removeWidget(added, { kind, index: 0 }), { kind, index: 0 })).toBeUndefined()
  })

  it('come above or below the others', () => {
    const above = insertWidget(FULL_DEFINITION, chart('Above'), 'first')
    const both = insertWidget(above, chart('Below'), 'last')

    expect(chartTitles(both)).toEqual(['Above', 'Flow', 'Below'])
    expect(both.timeSeries?.pageTechTools).toBe(true)
  })

  it('keep their place when they change, and leave the others alone', () => {
    const three = ['B', 'C'].reduce((all, title) => insertWidget(all, chart(title), 'last'), FULL_DEFINITION)

    expect(chartTitles(replaceWidget(three, { kind: 'charts', index: 1 }, chart('New')))).toEqual(['Flow', 'New', 'C'])
  })

  it('go to the end of another list when their type changes', () => {
    const moved = replaceWidget(FULL_DEFINITION, { kind: 'charts', index: 0 }, widget('gauges'))

    expect(chartTitles(moved)).toEqual([])
    expect(moved.overview?.gauges?.map(({ title }) => title)).toEqual(['Flow', 'Energy', 'Flow'])
  })

  it('are as before when one is added and removed, wherever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS.filter((kind) => kind !== 'eventLog')), fc.boolean(), (kind, first) => {
        const added = insertWidget(FULL_DEFINITION, widget(kind), first ? 'first' : 'last')
        let last = 0
        while (widgetAt(added, { kind, index: last + 1 }) !== undefined) last += 1
        expect(removeWidget(added, { kind, index: first ? 0 : last })).toEqual(FULL_DEFINITION)
      }),
    )
  })

  it('have a title, whatever it is called in the template', () => {
    expect(KINDS.map((kind) => titleOf(widget(kind)))).toEqual([
      'Flow',
      'Flow',
      'Totals',
      'Motor',
      'Last',
      'Place',
      'Events',
    ])
    expect(
      titleOf({ kind: 'maps', widget: { ...FULL_DEFINITION.overview?.maps?.[0], title: undefined } as never }),
    ).toBe('Location')
  })
})
