import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { WidgetKindName } from '@fieldwatch/contract/widgets/widget-kinds'
import { describe, expect, it, vi } from 'vitest'
import { FULL_DEFINITION } from '#testing/build-template.ts'
import { loadSettings, typeOfKind } from '#shared/widgets/widget-types.ts'
import { insertWidget, type KindedWidget, widgetAt } from './template-widgets.ts'
import { emptyValue, nextColour, type WidgetForm } from './value-form.ts'
import { emptyForm, formOfWidget, shownValues, widgetOfForm, withType } from './widget-form.ts'
import { firstProblem, widgetProblems } from './widget-problems.ts'

const SETTINGS = await loadSettings()
const PLACES: [WidgetKindName, number][] = [
  ['gauges', 0],
  ['gauges', 1],
  ['statistics', 0],
  ['infoCards', 0],
  ['tables', 0],
  ['eventLog', 0],
  ['maps', 0],
  ['charts', 0],
]

function formOf(widget: KindedWidget, definition: TemplateDefinition): WidgetForm {
  return formOfWidget(SETTINGS, typeOfKind(widget.kind).name, widget, definition)
}

/** A form with some of a type's own settings. */
function withPart(form: WidgetForm, type: string, part: object): WidgetForm {
  return { ...form, type, parts: { ...form.parts, [type]: { ...(SETTINGS.get(type)?.emptyPart as object), ...part } } }
}

function buildChart(parts: Partial<WidgetForm> = {}): WidgetForm {
  const form = emptyForm(SETTINGS, 'chart', '#0072b2')
  return { ...form, title: 'Flow', values: [{ ...emptyValue('#0072b2'), source: 'pump', field: 'flow' }], ...parts }
}

describe('the form of a widget', () => {
  it('opens on a page without TLS, to which browsers offer fewer random numbers', () => {
    vi.stubGlobal('crypto', {})
    const keys = [emptyValue('#000000'), emptyValue('#000000'), emptyValue('#ffffff')].map(({ key }) => key)
    vi.unstubAllGlobals()

    expect(new Set(keys).size).toBe(3)
  })

  // spec 1-2-83
  it.each(PLACES)('gives back the widget that it was made from: %s %d', (kind, index) => {
    const widget = widgetAt(FULL_DEFINITION, { kind, index })
    if (widget === undefined) throw new Error('The template has every kind')
    const form = formOf(widget, FULL_DEFINITION)

    expect(widgetProblems(SETTINGS, form)).toEqual({})
    expect(widgetOfForm(SETTINGS, form)).toEqual(widget)
  })

  // spec 1-9-12
  it('begins a gauge in #FF8800, also one that has no colour of its own', () => {
    const gauge = { title: 'Flow', range: [0, 120], source: 'pump', field: 'flow' }
    const definition = TemplateDefinition.parse({ title: 'x', overview: { gauges: [gauge] } })
    const plain = widgetAt(definition, { kind: 'gauges', index: 0 })

    expect(emptyForm(SETTINGS, 'gauge', '#0072b2').values[0]?.colour).toBe('#ff8800')
    expect(plain && formOf(plain, definition).values[0]?.colour).toBe('#ff8800')
  })

  it('leaves out what is empty, and names a value after its field', () => {
    expect(widgetOfForm(SETTINGS, buildChart())).toEqual({
      kind: 'charts',
      widget: {
        title: 'Flow',
        type: 'timeseries',
        specifications: { pump: [{ field: 'flow', friendlyName: 'flow', color: '#0072b2' }] },
      },
    })
  })

  it.each(['gauge', 'table', 'chart', 'map', 'list'] as const)('makes a %s that the contract accepts', (type) => {
    const widget = widgetOfForm(SETTINGS, { ...buildChart(), type })
    if (widget === undefined) throw new Error('It has a type')

    expect(TemplateDefinition.safeParse(insertWidget({ title: 'New' }, widget, 'last')).success).toBe(true)
  })

  it('shows a series without a colour in the one that the chart draws it in', () => {
    const definition = TemplateDefinition.parse({
      title: 'x',
      timeSeries: {
        charts: [
          { title: 'A', type: 'timeseries', specifications: { a: [{ field: 'x', friendlyName: 'X' }] } },
          { title: 'B', type: 'timeseries', specifications: { b: [{ field: 'y', friendlyName: 'Y' }] } },
        ],
      },
    })
    const widget = widgetAt(definition, { kind: 'charts', index: 1 })

    expect(widget && formOf(widget, definition).values[0]?.colour).toBe('#d55e00')
  })

  it('draws a formula of a chart that was a list no more: a chart has fields only', () => {
    const value = {
      ...emptyValue('#0072b2'),
      origin: 'formula' as const,
      formula: 'a.b',
      source: 'pump',
      field: 'flow',
    }

    expect(widgetOfForm(SETTINGS, buildChart({ values: [value] }))?.widget).toMatchObject({
      specifications: { pump: [{ field: 'flow' }] },
    })
  })

  it('keeps what was entered when the type changes to and fro', () => {
    const form = buildChart({ values: [emptyValue('#0072b2'), emptyValue('#d55e00')] })
    const gauge = withType(SETTINGS, form, 'gauge', {})

    const shown = ['gauge', 'map'].map((type) => shownValues(SETTINGS.get(type)?.values, gauge.values).length)

    expect(shown).toEqual([1, 0])
    expect(withType(SETTINGS, gauge, 'chart', {})).toEqual(form)
  })

  it('asks again for a value that its new type cannot show', () => {
    const sources = { pump: { state: 'string', flow: 'float' } } as const
    const values = ['state', 'flow', 'later'].map((field) => ({ ...emptyValue('#0072b2'), source: 'pump', field }))
    const form = withType(SETTINGS, buildChart({ type: 'table', values }), 'chart', sources)

    expect(form.values.map(({ field }) => field)).toEqual(['', 'flow', 'later'])
  })

  it('belongs to the list that its type and layout say', () => {
    const form = buildChart()
    const forms = [
      { ...form, type: '' },
      withPart(form, 'table', { kind: 'eventLog' }),
      withPart(form, 'list', { kind: 'statistics' }),
    ]

    expect(forms.map((one) => widgetOfForm(SETTINGS, one)?.kind)).toEqual([undefined, 'eventLog', 'statistics'])
  })

  it('gives a new value a colour that no other has', () => {
    expect(nextColour([])).toBe('#0072b2')
    expect(nextColour([{ colour: '#D55E00' }])).toBe('#0072b2')
    expect(nextColour([{ colour: '#0072B2' }, { colour: '#d55e00' }])).toBe('#008f69')
  })
})

describe('a widget cannot be saved', () => {
  const value = { ...emptyValue('#0072b2'), source: 'pump', field: 'flow' }
  const gauge = { ...buildChart(), type: 'gauge' as const }
  const step = { key: '1', from: 0, to: 10, colour: '#0072b2', thickness: 30 }
  const table: [string, WidgetForm, string, string][] = [
    ['without a type', buildChart({ type: '' }), 'type', 'Choose a type.'],
    ['without a title', buildChart({ title: '  ' }), 'title', 'Enter a title.'],
    ['with a long title', buildChart({ title: 'x'.repeat(201) }), 'title', 'At most 200 characters.'],
    ['without a source', buildChart({ values: [{ ...value, source: '' }] }), 'values.0.source', 'Choose a source.'],
    ['without a value', buildChart({ values: [value, { ...value, field: '' }] }), 'values.1.field', 'Choose a value.'],
    ['without a colour', buildChart({ values: [{ ...value, colour: '' }] }), 'values.0.colour', 'Choose a colour.'],
    [
      'with a colour that is none',
      buildChart({ values: [{ ...value, colour: 'red' }] }),
      'values.0.colour',
      'Enter a colour such as #FF8800.',
    ],
    [
      'with a gap of no length',
      buildChart({ values: [{ ...value, maxGapMinutes: 0 }] }),
      'values.0.maxGapMinutes',
      'Enter a time from 1 minute to a year.',
    ],
    [
      'with half a decimal',
      { ...gauge, values: [{ ...value, decimals: 1.5 }] },
      'values.0.decimals',
      'Enter a whole number from 0 to 10.',
    ],
    [
      'with a range that ends before it begins',
      withPart(gauge, 'gauge', { from: 5, to: 5 }),
      'parts.gauge.to',
      'The end must be greater than the beginning.',
    ],
    [
      'with a step that does not end',
      withPart(gauge, 'gauge', { steps: [{ ...step, to: '' }] }),
      'parts.gauge.steps.0.to',
      'Enter where it ends.',
    ],
    [
      'with a step thicker than the arc',
      withPart(gauge, 'gauge', { steps: [{ ...step, thickness: 101 }] }),
      'parts.gauge.steps.0.thickness',
      'Enter a thickness from 0 to 100 %.',
    ],
    [
      'with a formula that breaks off',
      { ...gauge, values: [{ ...value, origin: 'formula', formula: 'pump.flow *' }] },
      'values.0.formula',
      'The equation ends too early.',
    ],
    [
      'with a formula that reads nothing',
      { ...gauge, values: [{ ...value, origin: 'formula', formula: '1 + 1' }] },
      'values.0.formula',
      'The formula must contain at least one value of the unit.',
    ],
    [
      'as a map without a latitude',
      withPart(buildChart(), 'map', { latitudeField: '' }),
      'parts.map.latitudeField',
      'Choose a value.',
    ],
  ]

  // spec 1-5-10
  it.each(table)('%s', (_title, form, path, problem) => {
    expect(widgetProblems(SETTINGS, form)).toEqual({ [path]: problem })
  })

  it('and says what to do first', () => {
    expect(firstProblem({ 'values.1.field': 'Choose a value.', title: 'Enter a title.' })).toBe(
      'Value 2: Choose a value.',
    )
    expect(firstProblem({ 'parts.gauge.steps.0.to': 'Enter where it ends.' })).toBe('Step 1: Enter where it ends.')
    expect(firstProblem({ title: 'Enter a title.' })).toBe('Enter a title.')
    expect(firstProblem({})).toBeUndefined()
  })

  // spec 1-5-10
  it('for a colour only where one is drawn', () => {
    const form = buildChart({ values: [{ ...value, colour: '' }] })

    expect([
      widgetProblems(SETTINGS, { ...form, type: 'table' }),
      widgetProblems(SETTINGS, { ...form, type: 'list' }),
    ]).toEqual([{}, {}])
  })
})
