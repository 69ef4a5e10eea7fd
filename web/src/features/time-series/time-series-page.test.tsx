import { buildCalculation } from '#testing/build-calculation.ts'
import { buildSeriesReply } from '#testing/build-series-reply.ts'
import { buildTemplate, type ChartGiven } from '#testing/build-template.ts'
import { type Reply, answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { exportData, prepareData, getSeries, queryData } from '@fieldwatch/contract/telemetry/data'
import { listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { getState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { listEvents, listEventBands } from '@fieldwatch/contract/events/events'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import { listAlertBands } from '@fieldwatch/contract/alerts/alert-history'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { FIRST_CURSOR } from '@fieldwatch/contract/api/live-addresses'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildEventTable } from '#testing/build-events.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeScreen } from '#testing/fake-screen.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'
import { readTimeSeriesSearch } from './time-series-search.ts'

const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const CHART = {
  title: 'Level',
  type: 'timeseries',
  specifications: { tank: [{ field: 'level', friendlyName: 'Water', unit: 'm' }] },
}

/** The reply of a series with one value at each time. */
function seriesOf(times: readonly number[]) {
  return buildSeriesReply(times, { level: times.map(() => 1) })
}

type Routes = readonly Answer[]

interface Opened {
  charts?: ChartGiven[]
  prepare: () => Reply<typeof prepareData> | Promise<never>
  path?: string
  routes?: Routes
  me?: SessionUser
}

function open({ charts = [CHART], prepare, path = '', routes = [], me }: Opened) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ timeSeries: { charts } })),
    answerTo(prepareData, prepare),
    ...routes,
  ])
  return { server, ...renderUnit(server.fetch, `/dashboard/tank-1/time-series${path}`, me) }
}

describe('the Time Series page', () => {
  // spec 1-1-05, 1-2-65, 1-2-69, 1-2-73, 1-2-77
  it('lists the charts of the template with their range buttons and a download', async () => {
    open({ charts: [CHART, { ...CHART, title: 'Again' }], prepare: () => new Promise(() => undefined) })

    expect(await screen.findByRole('heading', { name: 'Level' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Again' })).toBeDefined()
    for (const range of ['24hr', '12hr', '30min', '10min']) {
      expect(screen.getByRole('button', { name: range })).toBeDefined()
    }
    expect(screen.getByRole('button', { name: 'Download Level' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download all charts' })).toBeDefined()
  })

  const MINUTE_MS = 60_000
  it.each([
    ['since its first record five minutes ago', 5, '10min'],
    ['of the last day, after an outage of a unit that sent before', 3 * 24 * 60, '24hr'],
  ])('opens at the range %s', async (_what, firstMinutes, range) => {
    const now = Date.now()
    const messageUTC = new Date(now - firstMinutes * MINUTE_MS).toISOString()
    const page = {
      data: [{ messageUTC, recieveUTC: messageUTC, level: 1 }],
      pagination: { dataID: 'tank-1', subject: 'tank', hasNext: false },
    }
    const { server } = open({
      prepare: () => ({ lastUpdateUTC: messageUTC }),
      routes: [
        answerAt(getSeries, { dataID: 'tank-1', subject: 'tank' }, () =>
          seriesOf([now - 5 * MINUTE_MS, now - MINUTE_MS]),
        ),
        answerTo(queryData, () => page),
      ],
    })

    await waitFor(() => expect(server.seen.some(({ method }) => method === 'POST')).toBe(true))
    const button = await screen.findByRole('button', { name: range })
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    await userEvent.click(screen.getByRole('button', { name: '24hr' }))
    expect(screen.getByRole('button', { name: '24hr' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('leads from a silent unit to the day before its latest value', async () => {
    const messageUTC = '2026-01-05T12:00:00.000Z'
    const page = {
      data: [{ messageUTC, recieveUTC: messageUTC, level: 1 }],
      pagination: { dataID: 'tank-1', subject: 'tank', hasNext: false },
    }
    const { server, live } = open({
      prepare: () => ({ lastUpdateUTC: messageUTC }),
      routes: [
        answerAt(getSeries, { dataID: 'tank-1', subject: 'tank' }, () => seriesOf([])),
        answerTo(queryData, () => page),
      ],
    })

    await waitFor(() => expect(live.followed()).toHaveLength(1))
    act(() => live.finishLoading('tank'))
    await userEvent.click(await screen.findByRole('button', { name: 'Show the latest data' }))

    const to = Date.parse(messageUTC) + 1
    const asked = `from=${to - 1 - 24 * 60 * MINUTE_MS}&to=${to}`
    await waitFor(() => expect(server.seen.some(({ path }) => path.includes(asked))).toBe(true))
  })

  it('compares all charts with another period, with figures above a threshold, which the address keeps', async () => {
    const user = userEvent.setup()
    const figures = { count: 30, mean: 15, min: 10, max: 20, hoursAbove: null }
    const { server, address } = open({
      path: '?history=2026-03-30T00:00:00.000Z~2026-03-30T23:59:59.999Z',
      prepare: () => ({ lastUpdateUTC: '2026-03-30T00:00:00.000Z' }),
      routes: [
        answerAt(getSeries, { dataID: 'tank-1', subject: 'tank' }, () =>
          seriesOf([Date.parse('2026-03-30T12:00:00Z')]),
        ),
        answerTo(comparePeriods, ({ body }) => ({
          shown: { fromUTC: body.from, toUTC: body.to },
          compared: { fromUTC: body.from, toUTC: body.to },
          series: body.series.map(({ dataID, source, field, above }) => ({
            dataID,
            source,
            field,
            shown: { ...figures, hoursAbove: above === undefined ? null : 6 },
            compared: { ...figures, count: 20, hoursAbove: above === undefined ? null : 3 },
          })),
        })),
      ],
    })

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), 'Same weekday last week')

    const table = within(await screen.findByRole('table', { name: 'Comparison of Level' }))
    const cells = (await table.findAllByRole('cell')).map(({ textContent }) => textContent)
    expect(cells.slice(1, 5)).toEqual(['1515 · 0%', '1010 · 0%', '2020 · 0%', '3020 · +50%'])
    await user.type(table.getByRole('textbox', { name: 'Threshold of Water' }), '12.5{Enter}')
    expect(await table.findByText('3 · +100%')).toBeDefined()
    expect(decodeURIComponent(address())).toContain('compare=last-week&above={"tank.level":12.5}')
    const asked = server.seen.filter(({ path }) => path.startsWith('/api/v1/comparisons')).map(({ body }) => body)
    const range = { from: '2026-03-30T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' }
    expect(asked.at(-1)).toMatchObject({ ...range, series: [{ source: 'tank', field: 'level', above: 12.5 }] })

    await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'No comparison')
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Comparison of Level' })).toBe(null))
    expect(address()).not.toContain('compare')
  })

  it('compares the range that is replayed, and stays in the past when the comparison or the range changes', async () => {
    const user = userEvent.setup()
    const figures = { count: 30, mean: 15, min: 10, max: 20, hoursAbove: null }
    const DAY_MS = 24 * 60 * MINUTE_MS
    const [from, to] = [Date.parse('2026-03-30T00:00:00.000Z'), Date.parse('2026-03-31T00:00:00.000Z')]
    const noon = '2026-03-30T12:00:00.000Z'
    const nothing = { alerts: [], occurrences: [], requests: [], configurations: [] }
    const { server, address, live } = open({
      path: `?${new URLSearchParams({ replay: `${new Date(from).toISOString()}~${new Date(to).toISOString()}`, moment: noon, compare: 'previous' }).toString()}`,
      prepare: () => ({ lastUpdateUTC: noon }),
      routes: [
        answerAt(getSeries, { dataID: 'tank-1', subject: 'tank' }, () => seriesOf([Date.parse(noon)])),
        answerTo(getState, () => ({
          units: [
            { dataID: UNIT.dataID, records: [], position: null, active: true, lastActivityUTC: noon, ...nothing },
          ],
        })),
        answerTo(listStateSteps, () => ({ steps: [], more: false })),
        answerTo(comparePeriods, ({ body }) => ({
          shown: { fromUTC: body.from, toUTC: body.to },
          compared: { fromUTC: body.from, toUTC: body.to },
          series: body.series.map(({ dataID, source, field }) => ({
            dataID,
            source,
            field,
            shown: figures,
            compared: figures,
          })),
        })),
      ],
    })

    await screen.findByRole('region', { name: 'Replay' })
    await screen.findByRole('table', { name: 'Comparison of Level' })
    await waitFor(() =>
      expect(server.seen.filter(({ path }) => path.startsWith('/api/v1/comparisons')).at(-1)?.body).toMatchObject({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        compareWith: { from: new Date(from - DAY_MS).toISOString(), to: new Date(from).toISOString() },
      }),
    )
    const spans = server.seen.flatMap(({ path }) => {
      const [, first, last] = /^\/api\/v1\/series.*from=(\d+)&to=(\d+)/.exec(path) ?? []
      return first === undefined ? [] : [[Number(first), Number(last)] as const]
    })
    expect(spans).toContainEqual([from, to])
    // What is compared with is read with a margin.
    expect(spans.some(([first, last]) => first <= from - DAY_MS && last >= from && last < to)).toBe(true)
    expect(live.followed()).toEqual([])

    await user.click(screen.getByRole('button', { name: '12hr' }))
    await waitFor(() => expect(address()).toContain('range=12hr'))
    expect(address()).toContain('replay=')
    expect(address()).toContain('compare=previous')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'No comparison')
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Comparison of Level' })).toBe(null))
    expect(address()).toContain('replay=')
  })

  it('asks for the format, and whether hidden series go into the file too, for this chart and for all of them', async () => {
    const user = userEvent.setup()
    open({
      prepare: () => failure('data/not-found'),
      routes: [answerAt(exportData, { dataID: 'tank-1', file: 'tank.csv' }, () => failure('server/internal'))],
    })
    const save = await screen.findByRole('button', { name: 'Download all charts' })
    await user.click(save)
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
    await screen.findByText('The file couldn’t be created. Please try again.')
    await user.click(screen.getByRole('button', { name: /^Water/ }))
    expect(save.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('menuitem')).toBeNull()
    for (const name of ['Download Level', 'Download all charts']) {
      await user.click(screen.getByRole('button', { name }))
      expect((await screen.findByRole('menuitem', { name: 'All series, CSV' })).hasAttribute('disabled')).toBe(false)
      expect(screen.getByRole('menuitem', { name: 'Visible series, Excel (XLSX)' }).hasAttribute('disabled')).toBe(true)
      await user.keyboard('{Escape}')
    }
  })

  it('calls a value that was saved by the name of its field as its calculated source', async () => {
    const series = { field: 'value', friendlyName: 'value' }
    open({
      charts: [{ ...CHART, specifications: { mean_flow: [series], tank: [series] } }],
      prepare: () => failure('data/not-found'),
      routes: [answerTo(listCalculations, () => [buildCalculation()])],
    })

    expect(await screen.findByText('mean flow')).toBeDefined()
    expect(screen.getByText('value')).toBeDefined()
  })

  // spec 1-7-29
  it('makes a source ready before it reads its series, once for all charts', async () => {
    const { server } = open({ charts: [CHART, CHART], prepare: () => failure('server/internal') })
    await screen.findAllByText('Error finding value')

    expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { dataID: 'tank-1', subject: 'tank' },
    ])
    const paths = server.seen.map(({ path }) => path)
    const read = paths.findIndex((path) => path.startsWith('/api/v1/series/'))
    expect(paths.indexOf('/api/v1/data/')).toBeLessThan(read)
  })

  // spec 1-2-79, 1-2-81
  it.each([
    ['retrieving data...', () => new Promise<never>(() => undefined)],
    ['This data does not exist', () => failure('data/not-found')],
    ['Device not found', () => failure('unit/not-found')],
    ['Error finding value', () => failure('server/internal')],
  ] as [string, Opened['prepare']][])('says %s where it has to', async (text, prepare) => {
    open({ prepare })

    expect(await screen.findByText(text)).toBeDefined()
  })

  it('follows a source that does not exist yet from its very first record, which may come before the stream is open', async () => {
    const { live } = open({ prepare: () => failure('data/not-found') })
    await screen.findByText('This data does not exist')

    expect(live.followed()).toEqual([{ dataId: UNIT.dataID, subject: 'tank', cursor: FIRST_CURSOR }])
  })

  // spec 1-1-11
  it('follows a source that does not exist yet, and draws it as soon as it does', async () => {
    const { live } = open({ prepare: () => failure('data/not-found') })
    await screen.findByText('This data does not exist')
    const at = new Date().toISOString()
    act(() => live.send('tank', { messageUTC: at, recieveUTC: at, level: 1 }))

    expect(screen.queryByText('This data does not exist')).toBeNull()
  })

  it('keeps the range of the charts in the address', async () => {
    const { address } = open({ prepare: () => failure('data/not-found') })
    await userEvent.click(await screen.findByRole('button', { name: '10min' }))

    expect(address()).toBe('/dashboard/tank-1/time-series?range=10min')
    expect(screen.getByRole('button', { name: '10min' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('Live, last 10 minutes')).toBeDefined()
  })

  it('opens with the range of the address', async () => {
    open({ path: '?range=30min', prepare: () => failure('data/not-found') })

    expect((await screen.findByRole('button', { name: '30min' })).getAttribute('aria-pressed')).toBe('true')
  })

  it('says what would be here when the template has no charts', async () => {
    open({ charts: [], prepare: () => failure('data/not-found') })

    expect(await screen.findByText('No charts yet')).toBeDefined()
  })
})

describe('historical mode', () => {
  const RANGE = '2026-06-01 00:00:00 ~ 2026-06-01 23:59:59'

  async function chooseDates() {
    await userEvent.click(await screen.findByRole('button', { name: 'Choose dates' }))
    return screen.findByLabelText<HTMLInputElement>('Historical range', { selector: 'input' })
  }

  // spec 1-1-12, 1-2-70, 1-2-71, 1-4-20, 1-4-21, 1-5-15
  it('needs a range, and is then in the address', async () => {
    const { address, server, live } = open({ prepare: () => failure('data/not-found') })
    const input = await chooseDates()
    const view = screen.getByRole('button', { name: 'View Historical Data' })
    const before = view.hasAttribute('disabled')
    await userEvent.type(input, RANGE)
    await userEvent.click(view)

    expect(before).toBe(true)
    expect(readTimeSeriesSearch(Object.fromEntries(new URL(address(), 'http://x').searchParams)).history).toBe(
      `${new Date(2026, 5, 1).toISOString()}~${new Date(2026, 5, 2, 0, 0, 0, -1).toISOString()}`,
    )
    expect(screen.getByText('Historical, 1 Jun 2026, 00:00:00 – 1 Jun 2026, 23:59:59')).toBeDefined()
    expect(await screen.findByText('This data does not exist')).toBeDefined()
    expect(server.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2)
    expect(live.followed()).toEqual([])
  })

  // spec 1-5-14
  it('marks a range that is none, and does not apply it', async () => {
    open({ prepare: () => failure('data/not-found') })
    const input = await chooseDates()
    await userEvent.type(input, '2026-06-02 00:00:00 ~ 2026-06-01 00:00:00')

    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('button', { name: 'View Historical Data' }).hasAttribute('disabled')).toBe(true)
  })

  // spec 1-2-72, 1-4-20, 1-4-22
  it('goes back to live with the last 24 hours', async () => {
    const { address, live } = open({
      path: '?history=last-7-days&range=12hr',
      prepare: () => failure('data/not-found'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Back to Live' }))

    expect(address()).toBe('/dashboard/tank-1/time-series')
    expect(await screen.findByText('Live, last 24 hours')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Back to Live' })).toBeNull()
    expect(live.followed()).toHaveLength(1)
    expect((await chooseDates()).value).toBe('')
  })

  it.each(['?range=99hr', '?range=24', '?range=abc', '?history=yesteryear', '?history=24'])(
    'shows the last 24 hours for an address that says %s',
    async (path) => {
      open({ path, prepare: () => failure('data/not-found') })

      expect(await screen.findByText('Live, last 24 hours')).toBeDefined()
    },
  )

  it('keeps a shortcut relative in the address', async () => {
    const { address } = open({ prepare: () => failure('data/not-found') })
    await chooseDates()
    await userEvent.click(await screen.findByRole('button', { name: 'Last 7 Days' }))
    await userEvent.click(screen.getByRole('button', { name: 'View Historical Data' }))

    expect(address()).toBe('/dashboard/tank-1/time-series?history=last-7-days')
  })
})

describe('the vertical line', () => {
  // spec 1-2-67, 1-4-28
  it('is turned off when the stream falls silent in live mode', async () => {
    const { live } = open({ prepare: () => failure('data/not-found') })
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Vertical Line' })
    await userEvent.click(toggle)
    const before = toggle.checked
    act(() => live.report({ kind: 'lost', timeout: true }))

    expect(before).toBe(true)
    expect(toggle.checked).toBe(false)
  })

  it('stays on in historical mode, which needs no stream', async () => {
    const { live } = open({ path: '?history=yesterday', prepare: () => failure('data/not-found') })
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Vertical Line' })
    await userEvent.click(toggle)
    act(() => live.report({ kind: 'lost', timeout: true }))

    expect(toggle.checked).toBe(true)
  })

  // spec 1-2-68, 1-9-28, 2-9-25
  it('is hidden and forced off below 640 px', async () => {
    const fakeScreen = createFakeScreen(1280)
    open({ prepare: () => failure('data/not-found') })
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Vertical Line' })
    await userEvent.click(toggle)
    act(() => fakeScreen.resize(639))
    const hidden = screen.queryByRole('switch', { name: 'Vertical Line' })
    act(() => fakeScreen.resize(1280))

    expect(hidden).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vertical Line' }).checked).toBe(false)
  })
})

describe('events in the charts', () => {
  const BANDS = {
    title: 'Too warm',
    comparison: 'tank.level > 20',
    bands: [{ startUTC: '2026-06-01T00:00:00.000Z', endUTC: '2026-06-01T01:00:00.000Z', count: 3, ongoing: true }],
    noData: [{ startUTC: '2026-06-01T01:00:00.000Z', endUTC: '2026-06-01T02:00:00.000Z' }],
  }

  function openWithEvents(path = '') {
    const server = createFakeServer([
      answerTo(listUnits, () => UNIT),
      answerAt(getTemplate, { id: 'tank' }, () =>
        buildTemplate({ timeSeries: { charts: [CHART] }, events: [{ title: 'Too warm', type: 'event' }] }),
      ),
      answerTo(prepareData, () => failure('data/not-found')),
      answerTo(listEvents, () => ({ tables: [buildEventTable()] })),
      answerTo(listEventBands, () => BANDS),
    ])
    const bandsAsked = () => server.seen.filter(({ path: asked }) => asked.startsWith('/api/v1/events/bands'))
    return { server, bandsAsked, ...renderUnit(server.fetch, `/dashboard/tank-1/time-series${path}`) }
  }

  it('are shaded when a person chooses an event table, which is in the address from then on', async () => {
    const { address, bandsAsked } = openWithEvents()
    await userEvent.selectOptions(await screen.findByLabelText('Events in the charts'), 'Too warm')

    expect(await screen.findByText('3 events where tank.level > 20')).toBeDefined()
    expect(address()).toBe('/dashboard/tank-1/time-series?events=Too_warm')
    const asked = new URLSearchParams(bandsAsked()[0]?.path.split('?')[1])
    expect(asked.get('name')).toBe('Too_warm')
    expect(Date.parse(asked.get('endDate') ?? '') - Date.parse(asked.get('startDate') ?? '')).toBe(86_400_000)
  })

  it('stay when another range is chosen, and go when none are chosen', async () => {
    const { address } = openWithEvents('?events=Too_warm')
    await screen.findByText('3 events where tank.level > 20')
    await userEvent.click(screen.getByRole('button', { name: '10min' }))
    expect(address()).toBe('/dashboard/tank-1/time-series?range=10min&events=Too_warm')
    await userEvent.selectOptions(screen.getByLabelText('Events in the charts'), 'No events')

    expect(address()).toBe('/dashboard/tank-1/time-series?range=10min')
    expect(screen.queryByText(/^3 events/)).toBeNull()
  })

  it('are read again when they change', async () => {
    const { live, bandsAsked } = openWithEvents('?events=Too_warm')
    await screen.findByText('3 events where tank.level > 20')
    act(() => live.changeOccurrences({ dataID: UNIT.dataID, name: 'Too_warm' }))

    await waitFor(() => expect(bandsAsked()).toHaveLength(2))
  })

  it('lead back to their page where the charts were opened for one of them', async () => {
    const { address } = openWithEvents('?events=Too_warm&at=2026-06-01T00:00:00.000Z')
    await userEvent.click(await screen.findByRole('button', { name: 'Back to Events' }))

    await waitFor(() => expect(address()).toBe('/dashboard/tank-1/events'))
  })
})

describe('an alert in the charts', () => {
  const BANDS = {
    name: 'Too warm',
    comparison: 'tank.level > 20',
    bands: [{ startUTC: '2026-06-01T00:00:00.000Z', endUTC: '2026-06-01T01:00:00.000Z', count: 2 }],
    noData: [{ startUTC: '2026-06-01T01:00:00.000Z', endUTC: '2026-06-01T02:00:00.000Z' }],
  }
  const PATH = '?history=2026-05-31T23:00:00.000Z~2026-06-01T02:00:00.000Z&alert=warm&at=2026-06-01T00:00:00.000Z'

  function openWithAlert(bands: () => Reply<typeof listAlertBands> = () => BANDS) {
    const server = createFakeServer([
      answerTo(listUnits, () => UNIT),
      answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ timeSeries: { charts: [CHART] } })),
      answerTo(listAlertBands, bands),
    ])
    const asked = () => server.seen.filter(({ path }) => path.startsWith('/api/v1/alerts/bands'))
    return { asked, ...renderUnit(server.fetch, `/dashboard/tank-1/time-series${PATH}`) }
  }

  it('is shaded where it was triggered, with its condition in words and the way back to it', async () => {
    const { asked } = openWithAlert()

    expect(await screen.findByText('Too warm: triggered 2 times where tank.level > 20')).toBeDefined()
    expect(screen.getByRole('link', { name: 'View alert' }).getAttribute('href')).toBe(
      '/dashboard/tank-1/management/alerts?alert=warm',
    )
    const query = new URLSearchParams(asked()[0]?.path.split('?')[1])
    expect([query.get('alertID'), query.get('dataID')]).toEqual(['warm', 'tank-1'])
  })

  it('is read again when it changes', async () => {
    const { asked, live } = openWithAlert()
    await screen.findByText(/^Too warm: triggered/)
    act(() => live.changeAlerts({ alertIDs: [] }))

    await waitFor(() => expect(asked()).toHaveLength(2))
  })

  it('that is not there is said to be', async () => {
    openWithAlert(() => failure('alert/not-found'))

    expect((await screen.findByRole('alert')).textContent).toBe('Failed to retrieve the alert.')
  })
})
