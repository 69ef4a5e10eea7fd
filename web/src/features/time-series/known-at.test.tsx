import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import { getState, type UnitState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { getSeries, prepareData } from '@fieldwatch/contract/telemetry/data'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerAt, answerTo } from '#testing/answers.ts'
import { buildSeriesReply } from '#testing/build-series-reply.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const CHART = {
  title: 'Level',
  type: 'timeseries',
  specifications: { tank: [{ field: 'level', friendlyName: 'Water' }] },
}
const RANGE = '2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z'
const NOON = Date.parse('2026-05-01T12:00:00.000Z')
/** A day is moved through by five minutes a press. */
const STEP_MS = 5 * 60_000
const TANK = 'tank' as SourceName

const stateAt = (at: string): UnitState => ({
  dataID: UNIT.dataID,
  records: [{ subject: TANK, record: { messageUTC: at, recieveUTC: at, level: 1 } }],
  position: null,
  active: true,
  lastActivityUTC: at,
  alerts: [],
  occurrences: [],
  requests: [],
  configurations: [],
})

function open(more: Readonly<Record<string, string>>, series = async (): Promise<void> => undefined) {
  const search = new URLSearchParams({ replay: RANGE, moment: new Date(NOON).toISOString(), ...more })
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ timeSeries: { charts: [CHART] } })),
    answerTo(prepareData, () => ({ lastUpdateUTC: new Date(NOON).toISOString() })),
    answerAt(getSeries, { dataID: 'tank-1', subject: 'tank' }, async () => {
      await series()
      return buildSeriesReply([NOON], { level: [1] })
    }),
    answerTo(getState, ({ body }) => ({ units: [stateAt(body.at)] })),
    answerTo(listStateSteps, () => ({ steps: [], more: false })),
    answerTo(comparePeriods, ({ body }) => ({
      shown: { fromUTC: body.from, toUTC: body.to },
      compared: { fromUTC: body.from, toUTC: body.to },
      series: body.series.map(({ dataID, source, field }) => ({ dataID, source, field, shown: null, compared: null })),
    })),
  ])
  const knownAt = (): (number | undefined)[] =>
    server.seen.flatMap(({ path }) => {
      if (!path.startsWith('/api/v1/series')) return []
      const at = new URL(path, 'http://portal').searchParams.get('asKnownAt')
      return [at === null ? undefined : Number(at)]
    })
  const asked = (): number[] =>
    server.seen.flatMap(({ path, body }) =>
      path.startsWith('/api/v1/state') ? [Date.parse((body as { at?: string }).at ?? '')] : [],
    )
  return { server, knownAt, asked, ...renderUnit(server.fetch, `/dashboard/tank-1/time-series?${search.toString()}`) }
}

describe('the charts of a replay', () => {
  it('have all records as known now, wherever the moment is', async () => {
    const { knownAt, asked } = open({})
    const slider = await screen.findByRole('slider', { name: 'Moment' })
    await waitFor(() => expect(knownAt()).toEqual([undefined]))
    slider.focus()
    await userEvent.keyboard('{ArrowRight}')

    await waitFor(() => expect(asked()).toContain(NOON + STEP_MS))
    expect(knownAt()).toEqual([undefined])
  })

  it('have what had arrived by the moment as known then, also what they are compared with and in figures', async () => {
    const { server, knownAt } = open({ known: 'then', compare: 'previous' })
    await waitFor(() => expect(knownAt()).toEqual([NOON, NOON]))
    await waitFor(() =>
      expect(server.seen.find(({ path }) => path.startsWith('/api/v1/comparisons'))?.body).toMatchObject({
        asKnownAt: new Date(NOON).toISOString(),
      }),
    )
    const slider = await screen.findByRole('slider', { name: 'Moment' })
    slider.focus()
    await userEvent.keyboard('{ArrowRight}')

    await waitFor(() => expect(knownAt().at(-1)).toBe(NOON + STEP_MS))
    expect(new Set(knownAt())).toEqual(new Set([NOON, NOON + STEP_MS]))
  })

  it('are read for one moment at a time, and at last for the one where the cursor rests', async () => {
    const first = Promise.withResolvers<void>()
    const { knownAt } = open({ known: 'then' }, () => first.promise)
    const slider = await screen.findByRole('slider', { name: 'Moment' })
    await waitFor(() => expect(knownAt()).toEqual([NOON]))
    slider.focus()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/:05:00/))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/:15:00/))
    expect(knownAt()).toEqual([NOON])

    first.resolve()

    await waitFor(() => expect(knownAt().at(-1)).toBe(NOON + 3 * STEP_MS))
    expect(knownAt().length).toBeLessThanOrEqual(3)
  })

  it('are saved as they are shown', async () => {
    const { server } = open({ known: 'then' })
    await userEvent.click(await screen.findByRole('button', { name: 'Download Level' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))

    await waitFor(() =>
      expect(server.seen.some(({ path }) => path.includes('/export/') && path.includes(`asKnownAt=${NOON}`))).toBe(
        true,
      ),
    )
  })
})
