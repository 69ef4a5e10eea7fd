import { buildCalculation } from '#testing/build-calculation.ts'
import { type Reply, answerAt, answerTo, failure, type Answer, whole } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { prepareData, getCurrent, getDataOptions } from '@fieldwatch/contract/telemetry/data'
import { listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { getTemplate, putTemplate, type TemplateChange } from '@fieldwatch/contract/templates/templates'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type ChartGiven, type TemplateGiven, buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'
import { findEnabled } from '#testing/find-enabled.ts'
import { pressTwice } from '#testing/press-twice.ts'

const UNIT = buildUnit({ dataID: 'tank-1', friendlyName: 'North tank', defaultTemplate: 'tank' as TemplateId })
const CHART = {
  title: 'Level',
  type: 'timeseries',
  specifications: { tank: [{ field: 'level', friendlyName: 'Water', unit: 'm', color: '#0072b2' }] },
}
const OPTIONS = { tank: { level: 'float', flow: 'float', state: 'string' }, location: { lat: 'float', lon: 'float' } }

type Routes = readonly Answer[]
type Definition = TemplateChange['template'] & { id?: string }

/** A portal that keeps one template; `overrides` are of what the server adds to it. */
function open({
  path = '/time-series',
  charts = [CHART],
  overrides = {},
  unit = UNIT,
  routes = [],
}: {
  path?: string
  charts?: ChartGiven[]
  overrides?: TemplateGiven
  unit?: typeof UNIT
  routes?: Routes
} = {}) {
  const kept = buildTemplate({ units: 3, timeSeries: { charts }, ...overrides })
  const sent: TemplateChange[] = []
  const server = createFakeServer([
    answerTo(listUnits, () => unit),
    answerAt(getTemplate, { id: 'tank' }, () => kept),
    answerTo(prepareData, () => failure('data/not-found')),
    answerTo(getCurrent, () => failure('data/not-found')),
    answerAt(getDataOptions, { id: 'tank-1' }, () => OPTIONS),
    answerTo(putTemplate, ({ body }) => {
      const change = body
      sent.push(change)
      return { ...kept, ...change.template, version: kept.version + 1 }
    }),
    ...routes,
  ])
  return { sent, kept, user: userEvent.setup(), ...renderUnit(server.fetch, `/dashboard/tank-1${path}`) }
}

const charts = (definition: Definition | undefined) => definition?.timeSeries?.charts ?? []

async function dialog() {
  return within(await screen.findByRole('dialog', { name: 'Widget Settings' }))
}

const saveButton = async () => (await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('adding a chart', () => {
  // spec 1-2-66
  it('is offered above and below the charts', async () => {
    open()

    expect(await screen.findAllByRole('button', { name: 'Add Chart' })).toHaveLength(2)
  })

  it.each([
    ['above', 0, ['Flow', 'Level']],
    ['below', 1, ['Level', 'Flow']],
  ] as const)('puts it %s them', async (_where, button, titles) => {
    const { sent, user } = open()
    const buttons = await screen.findAllByRole('button', { name: 'Add Chart' })
    await user.click(buttons[button] as HTMLElement)
    const fields = await dialog()
    await user.type(await fields.findByLabelText(/^Title/), 'Flow')
    await user.selectOptions(await fields.findByLabelText(/^Source/), 'tank')
    await user.selectOptions(fields.getByLabelText(/^Value/), 'flow')
    pressTwice(await saveButton())

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.map(({ templateID, dataID, version }) => ({ templateID, dataID, version }))).toEqual([
      { templateID: 'tank', dataID: undefined, version: 1 },
    ])
    expect(charts(sent[0]?.template).map(({ title }) => title)).toEqual(titles)
    expect(screen.getByRole('heading', { name: 'Flow' })).toBeDefined()
  })

  it('offers only numbers, and none of the excluded sources', async () => {
    const { user } = open()
    await user.click((await screen.findAllByRole('button', { name: 'Add Chart' }))[0] as HTMLElement)
    const fields = await dialog()
    const source = await fields.findByLabelText<HTMLSelectElement>(/^Source/)
    await user.selectOptions(source, 'tank')
    const value = fields.getByLabelText<HTMLSelectElement>(/^Value/)

    expect([...source.options].map(({ label }) => label)).toEqual(['Choose…', 'tank'])
    expect([...value.options].map(({ label }) => label)).toEqual(['Choose…', 'flow', 'level'])
  })

  it('of a calculated source takes its name and its unit', async () => {
    const { sent, user } = open({
      routes: [
        answerAt(getDataOptions, { id: 'tank-1' }, () => ({ mean_flow: { value: 'float' } })),
        answerTo(listCalculations, () => [buildCalculation()]),
      ],
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add Chart' }))[0] as HTMLElement)
    const fields = await dialog()
    await user.type(await fields.findByLabelText(/^Title/), 'Flow')
    await user.selectOptions(await fields.findByLabelText(/^Source/), 'mean_flow')
    expect(fields.getByLabelText<HTMLInputElement>('Name').value).toBe('mean flow')
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(charts(sent[0]?.template)[0]?.specifications).toMatchObject({
      mean_flow: [{ field: 'value', friendlyName: 'mean flow', unit: 'l/s' }],
    })
  })

  it('of a calculated source takes its name and its unit for each of its values', async () => {
    const { sent, user } = open({
      routes: [
        answerAt(getDataOptions, { id: 'tank-1' }, () => ({ mean_flow: { value: 'float' } })),
        answerTo(listCalculations, () => [buildCalculation()]),
      ],
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add Chart' }))[0] as HTMLElement)
    const fields = await dialog()
    await user.type(await fields.findByLabelText(/^Title/), 'Flow')
    await user.selectOptions(await fields.findByLabelText(/^Source/), 'mean_flow')
    await user.click(fields.getByRole('button', { name: 'Add value' }))
    await user.selectOptions(fields.getAllByLabelText(/^Value/)[1] as HTMLElement, 'value')
    expect(fields.getAllByLabelText<HTMLInputElement>('Name')[1]?.placeholder).toBe('mean flow')
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    const look = { field: 'value', friendlyName: 'mean flow', unit: 'l/s' }
    expect(charts(sent[0]?.template)[0]?.specifications).toMatchObject({ mean_flow: [look, look] })
  })

  it('offers a field that got a word among its numbers: a chart draws the numbers', async () => {
    const { user } = open({
      routes: [
        answerAt(getDataOptions, { id: 'tank-1' }, ({ path }) => {
          const asksForNumbers = new URL(path, 'http://portal').searchParams.get('mixed') === 'float'
          const details = { tank: { level: asksForNumbers ? 'float' : 'string', note: 'string' } }
          return details
        }),
      ],
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add Chart' }))[0] as HTMLElement)
    const fields = await dialog()
    await user.selectOptions(await fields.findByLabelText<HTMLSelectElement>(/^Source/), 'tank')

    const value = fields.getByLabelText<HTMLSelectElement>(/^Value/)
    expect([...value.options].map(({ label }) => label)).toEqual(['Choose…', 'level'])
  })

  it('offers a source that came while the page was open', async () => {
    let sources: Record<string, Record<string, string>> = OPTIONS
    const { user } = open({
      routes: [answerAt(getDataOptions, { id: 'tank-1' }, () => sources)],
    })
    const [add] = await screen.findAllByRole('button', { name: 'Add Chart' })
    await user.click(add as HTMLElement)
    await (await dialog()).findByLabelText(/^Source/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    sources = { ...OPTIONS, pump: { power: 'float' } }
    await user.click(add as HTMLElement)
    expect(await (await dialog()).findByRole('option', { name: 'pump' })).toBeDefined()
  })

  it('gives a unit without a template one of its own', async () => {
    const { sent, user } = open({ unit: { ...UNIT, defaultTemplate: null }, path: '' })
    await user.click((await screen.findAllByRole('button', { name: 'Add Chart' }))[0] as HTMLElement)
    const fields = await dialog()
    expect(fields.getByText('North tank has no template yet. It gets its own.')).toBeDefined()
    await user.type(await fields.findByLabelText(/^Title/), 'Flow')
    await user.selectOptions(await fields.findByLabelText(/^Source/), 'tank')
    await user.selectOptions(fields.getByLabelText(/^Value/), 'flow')
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ dataID: 'tank-1', template: { title: 'North tank' } })
    expect(sent[0]).not.toHaveProperty('templateID')
  })
})

describe('Widget Settings', () => {
  const edit = async (setting: Parameters<typeof open>[0] = {}) => {
    const opened = open(setting)
    await opened.user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    const fields = await dialog()
    await fields.findByLabelText(/^Source/)
    return { ...opened, fields }
  }

  // spec 1-2-74, 1-2-82, 1-2-83
  it('opens with what the chart has', async () => {
    const { fields } = await edit()

    expect(fields.getByLabelText<HTMLSelectElement>(/^Type/).value).toBe('chart')
    expect(fields.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Level')
    expect(fields.getByLabelText<HTMLSelectElement>(/^Value/).value).toBe('level')
    expect(fields.getByLabelText<HTMLInputElement>(/^Colour/).value).toBe('#0072b2')
    expect(fields.getByLabelText<HTMLInputElement>('Name').value).toBe('Water')
  })

  // spec 1-2-86
  it('knows the widget types gauge, table, chart, map and list', async () => {
    const { fields } = await edit()

    expect([...fields.getByLabelText<HTMLSelectElement>(/^Type/).options].map(({ label }) => label)).toEqual([
      'Choose…',
      'Gauge',
      'Table',
      'Chart',
      'Map',
      'List',
    ])
  })

  // spec 1-2-84
  it('offers Remove only when there is more than one value', async () => {
    const { fields, user, sent } = await edit()
    const before = fields.queryAllByRole('button', { name: /^Remove value/ })
    await user.click(fields.getByRole('button', { name: 'Add value' }))
    const during = fields.getAllByRole('button', { name: /^Remove value/ })
    await user.click(fields.getByRole('button', { name: 'Remove value 1' }))
    await user.selectOptions(fields.getByLabelText(/^Value/), 'flow')
    await user.click(await saveButton())

    expect([before.length, during.length]).toEqual([0, 2])
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(charts(sent[0]?.template)[0]?.specifications).toEqual({
      tank: [{ field: 'flow', friendlyName: 'flow', color: '#d55e00' }],
    })
  })

  // spec 1-2-85, 1-5-10
  it.each([
    ['type', 'Choose a type.'],
    ['title', 'Enter a title.'],
    ['source', 'Value 1: Choose a source.'],
    ['value', 'Value 1: Choose a value.'],
    ['colour', 'Value 1: Choose a colour.'],
  ])('cannot be saved without a %s', async (field, problem) => {
    const { fields, user } = await edit()
    const input = fields.getByLabelText<HTMLInputElement>(new RegExp(`^${field}`, 'i'))
    if (input instanceof HTMLSelectElement) await user.selectOptions(input, '')
    else await user.clear(input)

    expect(await fields.findAllByText(problem)).not.toHaveLength(0)
    expect((await saveButton()).disabled).toBe(true)
  })

  it('leads to a new calculated source, and back to what was entered', async () => {
    const { fields, user } = await edit({ routes: [answerTo(listCalculations, () => [])] })
    await user.type(fields.getByLabelText(/^Title/), ' of water')
    await user.click(fields.getByRole('button', { name: 'Create A New Source' }))
    await screen.findByRole('dialog', { name: 'Create A New Source' })
    await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create A New Source' })).toBeNull())
    expect(fields.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Level of water')
  })

  // spec 1-2-85
  it('cannot be saved twice at once', async () => {
    const { fields, user } = await edit({ routes: [answerTo(putTemplate, () => new Promise(() => undefined))] })
    await user.click(await saveButton())

    expect((await fields.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
  })

  it('says that the template is shared, and can change this unit alone', async () => {
    const { fields, user, sent } = await edit()
    const everyone = fields.getByRole<HTMLInputElement>('radio', { name: 'Everyone: all 3 units with this template' })
    const before = everyone.checked
    await user.click(fields.getByRole('radio', { name: 'Only North tank, with its own copy' }))
    await user.click(await saveButton())

    expect(before).toBe(true)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ templateID: 'tank', dataID: 'tank-1', version: 1 })
  })

  it("gives the unit a copy when the template is another entity's", async () => {
    const { fields, user, sent } = await edit({ overrides: { editable: false } })
    expect(fields.queryByRole('radio')).toBeNull()
    expect(fields.getByText(/belongs to another entity/)).toBeDefined()
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.dataID).toBe('tank-1')
  })

  // spec 1-7-32, 1-8-15, 2-7-26, 2-8-01
  it.each([
    ['is refused', () => failure('template/not-yours')],
    ['fails', () => failure('server/internal')],
    ['answers without status success', () => whole({ status: 'partial_success', details: buildTemplate() })],
  ] as [string, () => Reply<typeof putTemplate>][])('keeps what was entered when saving %s', async (_what, answer) => {
    const { fields, user } = await edit({ routes: [answerTo(putTemplate, answer)] })
    await user.type(fields.getByLabelText(/^Title/), ' of water')
    await user.click(await saveButton())

    expect((await fields.findByRole('alert')).textContent).toContain('Failed to update the template.')
    expect(fields.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Level of water')
  })

  it('says who was first, and applies what was entered to the newer template', async () => {
    const theirs = { ...CHART, title: 'Theirs' }
    let version = 1
    const sent: TemplateChange[] = []
    const { fields, user } = await edit({
      routes: [
        answerAt(getTemplate, { id: 'tank' }, () => ({
          ...buildTemplate(),
          version,
          timeSeries: { charts: version === 1 ? [CHART] : [theirs, CHART] },
        })),
        answerTo(putTemplate, ({ body }) => {
          const change = body
          sent.push(change)
          if (change.version === 2) return { ...buildTemplate(), ...change.template, version: 3 }
          version = 2
          return failure('template/changed', { changedBy: 'Grace', changedUTC: '2026-05-06T12:00:00.000Z' })
        }),
      ],
    })
    await user.clear(fields.getByLabelText(/^Title/))
    await user.type(fields.getByLabelText(/^Title/), 'Mine')
    await user.click(await saveButton())
    const message = (await fields.findByRole('alert')).textContent
    await user.click(fields.getByRole('button', { name: 'Load the newer version' }))
    const note = await fields.findByText('The newer template is loaded. Save applies your changes to it.')
    await user.click(await saveButton())

    expect(message).toMatch(/^Failed to update the template\.Grace changed it in the meantime/)
    expect(note).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(charts(sent.at(-1)?.template).map(({ title }) => title)).toEqual(['Theirs', 'Mine'])
  })

  it('can be saved again only once the newer template has arrived', async () => {
    const arrival = Promise.withResolvers<void>()
    let version = 1
    const { fields, user } = await edit({
      routes: [
        answerAt(getTemplate, { id: 'tank' }, async () => {
          if (version === 2) await arrival.promise
          return { ...buildTemplate(), version, timeSeries: { charts: [CHART] } }
        }),
        answerTo(putTemplate, () => {
          version = 2
          return failure('template/changed', { changedBy: 'Grace', changedUTC: '2026-05-06T12:00:00.000Z' })
        }),
      ],
    })
    await user.type(fields.getByLabelText(/^Title/), ' of water')
    await user.click(await saveButton())
    await user.click(await fields.findByRole('button', { name: 'Load the newer version' }))
    const early = await saveButton()
    const wasDisabled = early.matches(':disabled')
    arrival.resolve()
    await fields.findByText('The newer template is loaded. Save applies your changes to it.')

    expect(wasDisabled).toBe(true)
    expect((await saveButton()).matches(':disabled')).toBe(false)
  })

  it('compares what was entered with the newer widget, field by field', async () => {
    const tank = CHART.specifications.tank.map((series) => ({ ...series, unit: 'cm' }))
    const theirs = { ...CHART, title: 'Theirs', specifications: { tank } }
    let version = 1
    const sent: TemplateChange[] = []
    const { fields, user } = await edit({
      routes: [
        answerAt(getTemplate, { id: 'tank' }, () => ({
          ...buildTemplate(),
          version,
          timeSeries: { charts: [version === 1 ? CHART : theirs] },
        })),
        answerTo(putTemplate, ({ body }) => {
          const change = body
          sent.push(change)
          if (change.version === 2) return { ...buildTemplate(), ...change.template, version: 3 }
          version = 2
          return failure('template/changed', { changedBy: 'Grace' })
        }),
      ],
    })
    await user.type(fields.getByLabelText(/^Title/), ' of water')
    await user.click(await saveButton())
    await user.click(await fields.findByRole('button', { name: 'Compare both' }))

    const titles = within(await fields.findByRole('radiogroup', { name: 'Title' }))
    expect(titles.getByRole<HTMLInputElement>('radio', { name: 'Yours: Level of water' }).checked).toBe(true)
    expect(titles.getByRole('radio', { name: 'Theirs: Theirs' })).toBeDefined()
    expect(fields.getByRole<HTMLInputElement>('radio', { name: /^Theirs: .*Unit: cm/ }).checked).toBe(true)
    await user.click(fields.getByRole('button', { name: 'Use selected' }))
    await user.click(await saveButton())

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(charts(sent.at(-1)?.template)).toMatchObject([
      { title: 'Level of water', specifications: { tank: [{ field: 'level', unit: 'cm' }] } },
    ])
  })

  it('saves a chart that was renamed meanwhile once, after the newer template was loaded', async () => {
    let version = 1
    const sent: TemplateChange[] = []
    const { fields, user } = await edit({
      routes: [
        answerAt(getTemplate, { id: 'tank' }, () => ({
          ...buildTemplate(),
          version,
          timeSeries: { charts: [version === 1 ? CHART : { ...CHART, title: 'Renamed' }] },
        })),
        answerTo(putTemplate, ({ body }) => {
          const change = body
          sent.push(change)
          if (change.version === 2) return { ...buildTemplate(), ...change.template, version: 3 }
          version = 2
          return failure('template/changed', { changedBy: 'Grace', changedUTC: '2026-05-06T12:00:00.000Z' })
        }),
      ],
    })
    await user.type(fields.getByLabelText(/^Title/), ' of water')
    await user.click(await saveButton())
    await user.click(await fields.findByRole('button', { name: 'Load the newer version' }))
    await fields.findByText(/This widget was changed in it/)
    await user.click(await saveButton())

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(charts(sent.at(-1)?.template).map(({ title }) => title)).toEqual(['Level of water'])
  })
})

describe('deleting a chart', () => {
  // spec 1-2-75
  it('asks first, and then takes it from the template', async () => {
    const { user, sent } = open({ charts: [CHART, { ...CHART, title: 'Other' }] })
    await user.click(await screen.findByRole('button', { name: 'Delete Level' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete widget' }))
    const before = sent.length
    await user.click(question.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Level' })).toBeNull())
    expect(before).toBe(0)
    expect(charts(sent[0]?.template).map(({ title }) => title)).toEqual(['Other'])
  })

  it('can be thought better of', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Level' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })
})

describe('the widgets of the overview', () => {
  const overview = {
    gauges: [{ title: 'Level', range: [0, 6], source: 'tank', field: 'level', color: '#0072b2' }],
    maps: [{ title: 'Place', source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
  }

  it('are edited in place, with every setting that they have', async () => {
    const { user, sent } = open({ path: '', overrides: { overview } })
    await user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    const fields = await dialog()
    await user.type(await fields.findByLabelText('Threshold'), '5')
    await user.click(fields.getByRole('button', { name: 'Add step' }))
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.template.overview?.gauges?.[0]).toMatchObject({
      title: 'Level',
      threshold: 5,
      steps: [{ range: [0, 6], color: '#0072b2', thickness: 0.3 }],
    })
    expect(sent[0]?.template.overview?.maps).toEqual(overview.maps)
  })

  it('are deleted from their dialog, after a question', async () => {
    const { user, sent } = open({ path: '', overrides: { overview } })
    await user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    await user.click((await dialog()).getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete widget' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Level' })).toBeNull())
    expect(sent[0]?.template.overview).toEqual({ ...overview, gauges: [] })
  })

  it('can be added, whatever their type', async () => {
    const { user, sent } = open({ path: '', overrides: { overview } })
    await user.click(await screen.findByRole('button', { name: 'Add Widget' }))
    const fields = await dialog()
    await user.selectOptions(await fields.findByLabelText(/^Type/), 'list')
    await user.type(fields.getByLabelText(/^Title/), 'State')
    await user.selectOptions(await fields.findByLabelText(/^Source/), 'tank')
    await user.selectOptions(fields.getByLabelText(/^Value/), 'state')
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.template.overview?.infoCards).toEqual([
      { topic: 'State', specifications: { tank: [{ field: 'state', friendlyName: 'state' }] } },
    ])
  })

  it('take a formula and the values that it must not be divided by', async () => {
    const { user, sent } = open({ path: '', overrides: { overview } })
    await user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    const fields = await dialog()
    await user.selectOptions(await fields.findByLabelText('Comes from'), 'formula')
    await user.type(fields.getByLabelText(/^Formula/), 'tank.level / tank.flow')
    await user.click(await fields.findByRole('checkbox', { name: 'tank.flow' }))
    await user.click(await saveButton())

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.template.overview?.gauges?.[0]).toMatchObject({
      source: 'tank',
      calculate: { formula: 'tank.level / tank.flow', denominators: ['tank.flow'] },
    })
  })
})

describe('a chart that others show', () => {
  const LINK = { kind: 'shared link', id: 'link', name: 'For the mayor' } as const
  const REPORT = { kind: 'scheduled report', id: 'report', name: 'Weekly' } as const

  /** A portal in which a link and a report show the chart. */
  function openShown() {
    const asked: Change[] = []
    const opened = open({
      routes: [
        answerTo(listConsequences, ({ body: { change } }) => {
          asked.push(change)
          const gone = change.kind === 'chart-deleted'
          return {
            things: [
              { ...LINK, follows: gone ? 'ends' : 'moves along' },
              { ...REPORT, follows: gone ? 'changed' : 'moves along' },
            ],
            more: [],
          }
        }),
      ],
    })
    return { ...opened, asked }
  }

  it('asks before it is renamed, and says what gets the new title', async () => {
    const { asked, sent, user } = openShown()
    await user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    const fields = await dialog()
    await user.clear(await fields.findByLabelText(/^Title/))
    await user.type(fields.getByLabelText(/^Title/), 'Depth')
    pressTwice(await saveButton())
    const question = within(await screen.findByRole('dialog', { name: 'Save the change?' }))
    expect(await question.findByText('1 shared link: For the mayor')).toBeDefined()
    expect(question.getByText('“Level” is renamed to “Depth”.')).toBeDefined()
    expect(sent).toEqual([])
    await user.click(await findEnabled(question, 'Save'))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(1)
    expect(asked[0]).toEqual({
      kind: 'chart-renamed',
      dataID: 'tank-1',
      chart: 'Level',
      of: 'chart',
      to: 'Depth',
      onlyThisUnit: false,
    })
  })

  it('keeps what was entered when the question is left', async () => {
    const { sent, user } = openShown()
    await user.click(await screen.findByRole('button', { name: 'Edit Level' }))
    const fields = await dialog()
    await user.type(await fields.findByLabelText(/^Title/), ' of water')
    await user.click(await saveButton())
    const question = within(await screen.findByRole('dialog', { name: 'Save the change?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save the change?' })).toBeNull())
    expect(fields.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Level of water')
    expect((await saveButton()).matches(':disabled')).toBe(false)
    expect(sent).toEqual([])
  })

  it('is deleted after the question has listed what ends and what goes on without it', async () => {
    const { asked, sent, user } = openShown()
    await user.click(await screen.findByRole('button', { name: 'Delete Level' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete widget' }))
    expect(await question.findByText('1 shared link: For the mayor')).toBeDefined()
    expect(question.getByText('1 scheduled report: Weekly')).toBeDefined()
    await user.click(question.getByLabelText(/^Only/))
    await user.click(await findEnabled(question, 'Delete'))

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(asked.map((change) => [change.kind, 'onlyThisUnit' in change && change.onlyThisUnit])).toEqual([
      ['chart-deleted', false],
      ['chart-deleted', true],
    ])
  })
})
