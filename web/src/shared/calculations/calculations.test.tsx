import { buildCalculation } from '#testing/build-calculation.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { getDataOptions, listLatest } from '@fieldwatch/contract/telemetry/data'
import {
  listCalculations,
  createCalculation,
  updateCalculation,
  removeCalculation,
  type Calculation,
} from '@fieldwatch/contract/calculations/calculations'
import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { findEnabled } from '#testing/find-enabled.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const OPTIONS = { tank: { level: 'float', flow: 'float', state: 'string' } }
const LATEST = [
  {
    dataID: 'tank-1',
    subject: 'tank',
    record: { messageUTC: '2026-06-15T12:00:00.000Z', recieveUTC: '2026-06-15T12:00:00.000Z', level: 4, flow: 0.5 },
  },
]

const build = (given: Partial<Calculation> = {}): Calculation =>
  buildCalculation({ name: 'share' as SourceName, unit: 'm', ...given })

type Routes = readonly Answer[]

/** Opens the dialog on a portal that has these calculated sources. */
async function open(calculations: Calculation[] = [], routes: Routes = [], me = buildSessionUser()) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ timeSeries: { charts: [] } })),
    answerAt(getDataOptions, { id: 'tank-1' }, () => OPTIONS),
    answerTo(listLatest, () => LATEST),
    answerTo(listCalculations, () => calculations),
    ...routes,
  ])
  const user = userEvent.setup()
  renderUnit(server.fetch, '/dashboard/tank-1/time-series', me)
  await user.click(await screen.findByRole('button', { name: 'Calculated sources' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
  const sent = (method: string) => server.seen.filter((request) => request.method === method).map(({ body }) => body)
  return { user, dialog, sent, seen: server.seen }
}

/** Fills the form but for the equation. */
async function fill({ user, dialog }: Awaited<ReturnType<typeof open>>, values = ['tank.level', 'tank.flow']) {
  await user.click(await dialog.findByRole('button', { name: 'Create A New Source' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'tank share')
  await user.type(dialog.getByRole('textbox', { name: 'Unit' }), 'l')
  const picker = dialog.getByRole('combobox', { name: 'Values' })
  await waitFor(() => expect(picker).toHaveProperty('disabled', false))
  for (const value of values) {
    await user.click(picker)
    await user.click(await screen.findByRole('option', { name: value }))
  }
}

describe('the calculated sources of a unit', () => {
  it('say what would be there while there are none', async () => {
    const { dialog } = await open()

    expect(await dialog.findByText(/No calculated sources yet/)).toBeTruthy()
  })

  it('are listed with their equation and with how far they are filled', async () => {
    const { dialog } = await open([
      build(),
      build({
        name: 'double' as SourceName,
        equation: 'share.value * 2',
        progress: { done: 1_234_567, total: 2_000_000, finished: false },
      }),
    ])

    expect(await dialog.findByText('tank.level * 2')).toBeTruthy()
    expect(dialog.getByText('Filling: 1,234,567 of 2,000,000 records')).toBeTruthy()
    expect(dialog.getByRole('progressbar', { name: 'Filling double' })).toBeTruthy()
    expect(dialog.queryByRole('progressbar', { name: 'Filling share' })).toBeNull()
  })

  it('can be asked for again when they could not be read', async () => {
    let isAway = true
    const answer = () => (isAway ? failure('server/unavailable') : [build()])
    const { user, dialog } = await open([], [answerTo(listCalculations, answer)])
    expect(await dialog.findByText('Failed to retrieve the calculated sources.')).toBeTruthy()
    isAway = false

    await user.click(dialog.getByRole('button', { name: 'Try again' }))

    expect(await dialog.findByText('tank.level * 2')).toBeTruthy()
  })
})

describe('Create A New Source', () => {
  it('calls nothing wrong before it was changed, and says in the foot what is missing', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Create A New Source' }))
    await user.click(dialog.getByRole('textbox', { name: 'Name' }))
    await user.tab()

    expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
    expect(dialog.getByText('A name is required.')).toBeTruthy()
  })

  // spec 1-5-09
  it('offers fields of yes or no only when asked for', async () => {
    const sources = { tank: { level: 'float', full: 'bool' } }
    const { user, dialog } = await open([], [answerAt(getDataOptions, { id: 'tank-1' }, () => sources)])
    await user.click(await dialog.findByRole('button', { name: 'Create A New Source' }))
    const picker = dialog.getByRole('combobox', { name: 'Values' })
    await waitFor(() => expect(picker).toHaveProperty('disabled', false))
    const offered = () => screen.getAllByRole('option', { name: /^tank/ }).map(({ textContent }) => textContent)

    await user.click(picker)
    await screen.findByRole('option', { name: 'tank.level' })
    expect(offered()).toEqual(['tank.level'])

    await user.click(dialog.getByRole('switch', { name: /^Also yes\/no fields/ }))
    await user.click(picker)
    await screen.findByRole('option', { name: 'tank.full' })
    expect(offered()).toEqual(['tank.full', 'tank.level'])
  })

  it('takes its start in the format of the person, and says of one to come that nothing is computed before', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Create A New Source' }))
    const day = dialog.getByLabelText(/^Start date/)

    expect(dialog.getByRole('spinbutton', { name: 'Start time, hours' })).toBeTruthy()
    expect(dialog.queryByRole('combobox', { name: 'Start time, AM or PM' })).toBeNull()
    expect(dialog.queryByText(/^The start is in the future/)).toBeNull()
    await user.clear(day)
    await user.type(day, '2099-01-01')
    expect(dialog.getByText(/^The start is in the future. The source has no records before 1 Jan 2099/)).toBeTruthy()
  })

  // spec 1-5-06, 1-5-08
  it('says what is wrong with the equation while it is typed, and what it gives now', async () => {
    const opened = await open()
    const { user, dialog } = opened
    await fill(opened)
    const equation = dialog.getByRole('textbox', { name: 'Equation' })
    const create = dialog.getByRole('button', { name: 'Create' })

    await user.type(equation, 'tank.level / x.y')
    expect(dialog.getByText(/Invalid variable in equation: "x.y"/)).toBeTruthy()
    expect(create).toHaveProperty('disabled', true)
    await user.clear(equation)
    await user.type(equation, 'tank.level')
    expect(dialog.getByText('Variable "tank.flow" is defined but not used in the equation.')).toBeTruthy()
    await user.type(equation, ' / ')
    await user.click(within(dialog.getByRole('group')).getByRole('button', { name: 'tank.flow' }))

    expect(equation).toHaveProperty('value', 'tank.level / tank.flow')
    expect(await dialog.findByText('8 l')).toBeTruthy()
    expect(create).toHaveProperty('disabled', false)
  })

  // spec 1-2-87, 1-2-88, 1-2-89
  it('sends what was chosen, and comes back to the list', async () => {
    const opened = await open([], [answerTo(createCalculation, () => build())])
    const { user, dialog, seen } = opened
    await fill(opened, ['tank.level'])
    expect(dialog.getByText('The name will be tank_share.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Equation' }), 'tank.level * 2')

    pressTwice(dialog.getByRole('button', { name: 'Create' }))

    expect(await dialog.findByRole('button', { name: 'Create A New Source' })).toBeTruthy()
    expect(onlyBody(seen, 'POST /api/v1/calculations')).toMatchObject({
      dataID: 'tank-1',
      name: 'tank share',
      equation: 'tank.level * 2',
      unit: 'l',
      values: [{ source: 'tank', field: 'level' }],
    })
  })

  // spec 1-8-11, 1-8-12, 1-8-13
  it.each([
    [{ error: 'There is one already.', equation: 'a.b' }, 'There is one already. It uses: a.b'],
    [{ error: 'The unit sends a source already', name: 'tank' }, 'The unit sends a source already under name: tank'],
    [undefined, 'The sentence of calculation/too-many.'],
  ])('shows a failure with %o as "%s", and keeps what was typed', async (details, text) => {
    const answer = () => failure('calculation/too-many', details)
    const opened = await open([], [answerTo(createCalculation, answer)])
    const { user, dialog } = opened
    await fill(opened, ['tank.level'])
    await user.type(dialog.getByRole('textbox', { name: 'Equation' }), 'tank.level')

    await user.click(dialog.getByRole('button', { name: 'Create' }))

    expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'tank share')
  })
})

describe('a calculated source', () => {
  it('is changed under its name', async () => {
    const { user, dialog, sent } = await open([build()], [answerTo(updateCalculation, () => build())])
    await user.click(await dialog.findByRole('button', { name: 'Edit share' }))
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('disabled', true)
    expect(dialog.getByText(/^You can’t rename it/)).toBeDefined()
    const equation = dialog.getByRole('textbox', { name: 'Equation' })
    await user.clear(equation)
    await user.type(equation, 'tank.level * 3')

    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByRole('button', { name: 'Create A New Source' })).toBeTruthy()
    expect(sent('PUT').at(-1)).toMatchObject({
      name: 'share',
      equation: 'tank.level * 3',
      startDate: '2026-06-01T00:00:00.000Z',
    })
  })

  it('says that another person changed it in the meantime, and saves what was typed beside that', async () => {
    let calculation = build()
    const { user, dialog, sent } = await open(
      [],
      [
        answerTo(listCalculations, () => [calculation]),
        answerTo(updateCalculation, ({ body }) => {
          if ((body as { version: number }).version === 2) return calculation
          calculation = build({ equation: 'tank.level * 2 + 1', version: 2 })
          return failure('calculation/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    )
    await user.click(await dialog.findByRole('button', { name: 'Edit share' }))
    const unit = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Unit' })
    await user.clear(unit)
    await user.type(unit, 'km')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Grace Hopper changed it in the meantime')

    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
    expect(unit.value).toBe('km')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByRole('button', { name: 'Create A New Source' })).toBeTruthy()
    expect(sent('PUT').at(-1)).toMatchObject({ equation: 'tank.level * 2 + 1', unit: 'km', version: 2 })
  })

  it('has its start asked for in the time format of the person', async () => {
    const twelve = buildSessionUser({ timeFormat: '12Hour' })
    const { user, dialog, sent } = await open([build()], [answerTo(updateCalculation, () => build())], twelve)
    await user.click(await dialog.findByRole('button', { name: 'Edit share' }))
    const half = dialog.getByLabelText<HTMLSelectElement>('Start time, AM or PM')
    await user.selectOptions(half, half.value === 'AM' ? 'PM' : 'AM')

    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    const { startDate } = sent('PUT')[0] as { startDate: string }
    expect(Math.abs(Date.parse(startDate) - Date.parse(build().startDate))).toBe(12 * 3_600_000)
  })

  it('has no AM and PM for who reads 24 hours', async () => {
    const { user, dialog } = await open([build()])
    await user.click(await dialog.findByRole('button', { name: 'Edit share' }))

    expect(dialog.getByLabelText('Start time, hours')).toBeDefined()
    expect(dialog.queryByLabelText('Start time, AM or PM')).toBeNull()
  })

  it('is deleted with its records, after it was asked for once more', async () => {
    const { user, dialog, sent } = await open([build()], [answerTo(removeCalculation)])
    await user.click(await dialog.findByRole('button', { name: 'Delete share' }))
    expect(dialog.getByText(/All of its records are deleted/)).toBeTruthy()
    expect(sent('DELETE')).toEqual([])

    await user.click(await findEnabled(dialog, 'Delete'))

    await waitFor(() => expect(sent('DELETE')).toEqual([{ dataID: 'tank-1', name: 'share' }]))
    expect(await dialog.findByRole('button', { name: 'Create A New Source' })).toBeTruthy()
  })

  it('cannot be deleted while others are computed from it', async () => {
    const { user, dialog } = await open([build({ usedBy: ['double' as SourceName] })])

    await user.click(await dialog.findByRole('button', { name: 'Delete share' }))

    expect(dialog.getByText(/other sources are computed from it: double/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
