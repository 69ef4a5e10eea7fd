import { answerTo, type Call, type Reply, failure } from '#testing/answers.ts'
import { rehearseAlert, type Rehearsal } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { RehearsalPanel } from './rehearsal-panel.tsx'
import type { AskedRehearsal } from './rehearsal-queries.ts'

const user = userEvent.setup()

const CONDITION = { field: 'temp', operator: 'greater than', constant: 8 } as const
const NONE = {
  count: 0,
  durationSeconds: 0,
  messages: 0,
  isCut: false,
  comparison: null,
  unitOfMeasure: '°C',
  silentSeconds: null,
  noData: [],
  events: [],
}

function buildAsked(parts: Partial<AskedRehearsal> = {}): AskedRehearsal {
  return { devices: ['north'], source: 'tank', condition: CONDITION, ...parts }
}

function buildRehearsal(parts: Partial<Omit<Rehearsal, 'units'>> = {}, units: object[] = []): Rehearsal {
  const built = {
    fromUTC: '2026-04-06T12:00:00.000Z',
    toUTC: '2026-05-06T12:00:00.000Z',
    count: 0,
    durationSeconds: 0,
    messages: 0,
    units: units.length === 0 ? [{ dataID: 'north', ...NONE }] : units,
    ...parts,
  }
  // Ids are branded texts.
  return built as unknown as Rehearsal
}

type Handler = (call: Call<typeof rehearseAlert>) => Reply<typeof rehearseAlert> | Promise<never>

const PATH = '/api/v1/alerts/rehearsal'

function show(asked: AskedRehearsal | undefined, handler: Handler) {
  const panel = (next: AskedRehearsal | undefined) => (
    <RehearsalPanel asked={next} devices={(next?.devices ?? []) as DataId[]} nameOf={(dataId) => `The ${dataId}`} />
  )
  const part = renderPart(panel(asked), { routes: [answerTo(rehearseAlert, handler)] })
  return {
    ...part,
    change: (next: AskedRehearsal | undefined) => part.rerender(panel(next)),
    limits: () =>
      part.seen
        .filter(({ path }) => path === PATH)
        .map(({ body }) => (body as { condition: { constant: number } }).condition.constant),
  }
}

const withLimit = (constant: number) => buildAsked({ condition: { ...CONDITION, constant } })

describe('a condition that is tried out', () => {
  it('says how often, when, for how long and with how many messages it would have been triggered', async () => {
    const events = [
      { startUTC: '2026-05-01T10:00:00.000Z', endUTC: '2026-05-01T11:00:00.000Z', durationSeconds: 3_600, value: 9.5 },
      { startUTC: '2026-05-06T11:30:00.000Z', endUTC: null, durationSeconds: 1_800, value: 12 },
    ]
    const units = [
      { dataID: 'south', ...NONE },
      { ...NONE, dataID: 'north', count: 2, durationSeconds: 5_400, messages: 3, events },
    ]
    show(buildAsked({ devices: ['south', 'north'] }), () =>
      buildRehearsal({ count: 2, durationSeconds: 5_400, messages: 3 }, units),
    )

    expect(
      await screen.findByText(
        'In the last 30 days, it would have been triggered twice on 1 of 2 units, for 1 h 30 min in total. Each recipient would have got 3 notifications.',
      ),
    ).toBeDefined()
    const rows = within(screen.getByRole('list', { name: 'When it would have been triggered' })).getAllByRole(
      'listitem',
    )
    expect(rows.map(({ textContent }) => textContent?.replace(/.*2026, \d\d:\d\d(:\d\d)?/, ''))).toEqual([
      '12 °Congoing for 30 min',
      '9.5 °C1 h',
    ])
    const device = screen.getByLabelText<HTMLSelectElement>('Unit in the chart')
    expect([...device.options].map(({ text }) => text)).toEqual(['The north (twice)', 'The south (never)'])
    await user.selectOptions(device, 'The south (never)')
    expect(screen.queryByRole('list', { name: 'When it would have been triggered' })).toBeNull()
  })

  it('says that not everything was counted where it would have been triggered all the time', async () => {
    const units = [{ ...NONE, dataID: 'north', count: 50_000, durationSeconds: 86_400, messages: 300, isCut: true }]
    show(buildAsked(), () => buildRehearsal({ count: 50_000, durationSeconds: 86_400, messages: 300 }, units))

    expect(
      await screen.findByText(
        'In the last 30 days, it would have been triggered at least 50,000 times, for at least 1 d in total. Each recipient would have got at least 300 notifications.',
      ),
    ).toBeDefined()
    expect(screen.getByRole('note').textContent).toMatch(/^It would have been triggered too often to count/)
  })

  it.each(['location in group Sites', 'location left parked (ignition) place 12', 'location trips'])(
    'asks for no values where there are none to draw: %s',
    async (comparison) => {
      const { seen, change } = show(buildAsked(), ({ body }) =>
        body.type === 'event'
          ? buildRehearsal({ count: 1, messages: 1 }, [{ ...NONE, dataID: 'north', comparison, count: 1 }])
          : buildRehearsal(),
      )
      const asksForValues = () => seen.filter(({ path }) => path !== PATH)
      // With this the chart is loaded.
      await waitFor(() => expect(asksForValues()).toHaveLength(1))
      change({ devices: ['north'], type: 'event', event: 'Visits' })

      await screen.findByText(/triggered once/)
      expect(asksForValues()).toHaveLength(1)
    },
  )

  it('says of a silence after how long a device counts as silent, and when it was', async () => {
    const events = [
      { startUTC: '2026-05-01T10:10:00.000Z', endUTC: '2026-05-01T11:00:00.000Z', durationSeconds: 3_000, value: null },
    ]
    const noData = [{ startUTC: '2026-05-01T10:00:00.000Z', endUTC: '2026-05-01T11:00:00.000Z' }]
    const units = [
      { ...NONE, dataID: 'north', count: 1, durationSeconds: 3_000, messages: 2, silentSeconds: 600, noData, events },
    ]
    show({ devices: ['north'], type: 'silence', silentSeconds: 600 }, () =>
      buildRehearsal({ count: 1, durationSeconds: 3_000, messages: 2 }, units),
    )

    expect(await screen.findByText('The north counts as silent after 10 min.')).toBeDefined()
    expect(await screen.findByRole('application', { name: /^Silence of The north/ })).toBeDefined()
    expect(screen.getByRole('list', { name: 'When it would have been triggered' }).textContent).toMatch(/50 min$/)
  })

  it('says when nothing would have triggered it', async () => {
    show(buildAsked(), () => buildRehearsal())

    expect(await screen.findByText('In the last 30 days, it would not have been triggered.')).toBeDefined()
  })

  it('says that it is being tried out, and when that failed', async () => {
    let isBusy = true
    show(buildAsked(), () => (isBusy ? failure('data/too-many-reads') : buildRehearsal()))
    expect(screen.getByText('Calculating…')).toBeDefined()

    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('The preview of the last 30 days could not be calculated.')
    expect(note.textContent).toContain('The sentence of data/too-many-reads.')
    isBusy = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('In the last 30 days, it would not have been triggered.')).toBeDefined()
  })

  it('is tried on the first of many devices, and says so', async () => {
    const devices = Array.from({ length: 1_000 }, (_, index) => `unit-${index}`)
    const { seen } = show(buildAsked({ devices }), () => buildRehearsal())

    expect(await screen.findByText('Calculated for the first 20 of 1,000 units.')).toBeDefined()
    expect(seen[0]?.body).toMatchObject({ devices: devices.slice(0, 20) })
  })

  it('follows what is entered once nothing is entered any more, and calls off what is asked no more', async () => {
    const aborted: number[] = []
    const { change, limits } = show(withLimit(1), ({ body, signal }) => {
      const { constant } = body.condition as { constant: number }
      if (constant === 4) return buildRehearsal()
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          aborted.push(constant)
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
    })
    await waitFor(() => expect(limits()).toEqual([1]))

    change(withLimit(2))
    change(withLimit(3))
    change(withLimit(4))

    expect(await screen.findByText('In the last 30 days, it would not have been triggered.')).toBeDefined()
    expect(limits()).toEqual([1, 4])
    expect(aborted).toEqual([1])
  })

  it('is not tried out as long as it is not complete', () => {
    const { seen } = show(undefined, () => buildRehearsal())

    expect(screen.getByText(/^Complete the condition/)).toBeDefined()
    expect(seen).toEqual([])
  })

  it.each([
    [{ messages: 91, durationSeconds: 60 }, /a lot of notifications/],
    [{ messages: 2, durationSeconds: 20 * 86_400 }, /triggered most of the time/],
    [{ messages: 90, durationSeconds: 86_400 }, undefined],
  ])('with %o advises %s', async (parts, advice) => {
    show(buildAsked(), () => buildRehearsal({ count: 40, ...parts }))

    await screen.findByText(/^In the last 30 days/)

    expect(screen.queryByText(/a lot of notifications|most of the time/)?.textContent ?? '').toMatch(advice ?? /^$/)
  })
})
