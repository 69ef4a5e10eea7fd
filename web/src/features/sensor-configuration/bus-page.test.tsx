import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getCurrent } from '@fieldwatch/contract/telemetry/data'
import {
  getAction,
  putAction,
  getActionRequest,
  listConfigurations,
  getConfiguration,
  cancelAction,
  type ActionRequest,
} from '@fieldwatch/contract/actions/actions'
import { getMe, type Role } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answered, buildRequest } from '#testing/build-request.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { type SeenRequest } from '#testing/fake-server.ts'
import { renderApp } from '#testing/render-app.tsx'

const AT = '2026-05-06T12:00:00.000Z'
const UNIT = buildUnit({ dataID: 'gateway-1', friendlyName: 'Works gateway', apps: ['XetaSense'] })

const BLOWER = {
  description: 'Blower',
  enabled: true,
  report_interval: 60,
  scale: { min: 0, max: 50, offset: 0, unit: 'Hz', slope: 1 },
  filter: 'slow',
}
const CONFIGURATION = {
  firmware: '4.2.1',
  buses: [
    { bus_id: 'can0', channels: { 2: { scale: { max: 10 }, description: 'Flow' }, 9: BLOWER } },
    { bus_id: 'can2', channels: {} },
  ],
}

type Routes = readonly Answer[]

interface Setting {
  role?: Role
  unit?: typeof UNIT
  /** What becomes of the Read, whose id is 41, and of the Update, whose id is 42. */
  read?: Partial<ActionRequest>
  update?: Partial<ActionRequest>
  history?: object
  path?: string
  routes?: Routes
}

function open({ role = 'admin', unit = UNIT, read, update = {}, history = {}, path = '', routes = [] }: Setting = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path: `/dashboard/gateway-1/xetasense${path}`,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnits, () => unit),
      answerTo(getAction, () => ({ action_id: 41 })),
      answerTo(putAction, () => ({ action_id: 42 })),
      answerAt(getActionRequest, { action_id: '41' }, () =>
        buildRequest({ action_id: 41, ...(read ?? answered('OK', CONFIGURATION)) }),
      ),
      answerAt(getActionRequest, { action_id: '42' }, () =>
        buildRequest({ action_id: 42, action: 'Update', method: 'PUT', ...update }),
      ),
      answerTo(listConfigurations, () => ({
        reported: null,
        wanted: null,
        differs: false,
        versions: [],
        pagination: { page: 1, pageSize: 10, total: 0, hasNext: false },
        ...history,
      })),
      answerTo(getCurrent, () => {
        const record = { messageUTC: AT, recieveUTC: AT, channel_9: 46.25, channel_2: 3 }
        const details = { records: [record], older: [] }
        return details
      }),
      ...routes,
    ],
  })
}

const channel = (name: RegExp) => screen.findByRole('button', { name })

async function openBlower() {
  await userEvent.click(await channel(/^Channel 9,/))
  return within(await screen.findByRole('dialog', { name: 'Channel 9 of can0' }))
}

async function enter(dialog: Awaited<ReturnType<typeof openBlower>>, label: RegExp, text: string) {
  const field = dialog.getByLabelText(label)
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}

beforeEach(() => window.sessionStorage.clear())
afterEach(() => vi.useRealTimers())

/** The queries of the reads that were sent. */
function readsOf(seen: readonly SeenRequest[]): Record<string, string>[] {
  return seen
    .filter(({ path }) => path.startsWith('/api/v1/actions?'))
    .map(({ path }) => Object.fromEntries(new URL(path, location.origin).searchParams))
}

describe('the XetaSense screen', () => {
  // spec 2-2-04, 2-2-53, 2-2-54, 2-4-11, 2-7-31, 2-9-17
  it('asks the unit for its configuration, and shows its buses and channels once the answer is OK', async () => {
    const { seen } = open()

    expect(await screen.findByRole('button', { name: 'can0 connected', pressed: true })).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'can1 not connected' }).disabled).toBe(true)
    expect(screen.getByRole('button', { name: 'can2 connected', pressed: false })).toBeDefined()
    expect(within(screen.getByRole('group', { name: 'Channels of can0' })).getAllByRole('button')).toHaveLength(12)
    const query = { dataID: 'gateway-1', actionClass: 'Xetasense', payload: 'ListConfigInfo', expiresInSeconds: '30' }
    expect(readsOf(seen)).toEqual([{ ...query, automatic: 'true' }])

    await userEvent.click(screen.getByRole('button', { name: 'Read again' }))

    await waitFor(() => expect(readsOf(seen)).toEqual([{ ...query, automatic: 'true' }, query]))
  })

  // spec 2-2-57, 2-2-58, 2-2-59
  it('says of each channel what it is, and shows the value of a wired one', async () => {
    open()

    expect(await channel(/^Channel 9, current input, Blower, wired and enabled, 46.25 Hz/)).toBeDefined()
    expect(await channel(/^Channel 2, voltage input, Flow, wired and disabled, 3,/)).toBeDefined()
    expect(await channel(/^Channel 1, voltage input, unwired$/)).toBeDefined()
    const colours = ['9', '2', '1'].map(
      (number) =>
        screen.getByRole('button', { name: new RegExp(`^Channel ${number},`) }).closest<SVGElement>('[data-colour]')
          ?.dataset['colour'],
    )
    expect(colours).toEqual(['green', 'red', 'grey'])
  })

  it('shows another board, which the address keeps', async () => {
    const { app } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'can2 connected' }))

    expect(await screen.findByRole('group', { name: 'Channels of can2' })).toBeDefined()
    expect(app.router.state.location.href).toContain('bus=can2')
  })

  // spec 2-4-11
  it('says where the request is while it is loading', async () => {
    open({ read: { sentUTC: AT }, unit: { ...UNIT, connected: false } })

    expect(await screen.findByText(/^The unit is not connected. The request waits for it./)).toBeDefined()
    expect(screen.queryByText('Failed to connect')).toBeNull()
  })

  // spec 2-4-12, 2-8-11, 2-9-10
  it('fails to connect without an answer in 30 seconds, and asks again on Try Again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { seen } = open({ read: { state: 'handed-over', handedOverUTC: AT } })
    await screen.findByText(/^The unit has it since/)
    await vi.advanceTimersByTimeAsync(30_000)

    expect(await screen.findByText('Failed to connect')).toBeDefined()
    const asked = () => seen.filter(({ path }) => path.startsWith('/api/v1/actions?')).length
    expect(asked()).toBe(1)
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(asked()).toBe(2))
    expect(screen.queryByText('Failed to connect')).toBeNull()
  })

  it.each([
    ['the unit answers an error word', { read: answered('BUSY') }, /^The unit answered BUSY on/],
    [
      'it answers what cannot be read',
      { read: answered('OK', { buses: [{ bus_id: 'can0', channels: { 9: { min: 'low' } } }] }) },
      /Channel 9 of can0: Min must be a number/,
    ],
    [
      'it cannot be asked',
      { routes: [answerTo(getAction, () => failure('unit/shared'))] },
      'The sentence of unit/shared.',
    ],
  ] as const)('fails at once when %s', async (_why, setting, why) => {
    open(setting)

    expect(await screen.findByText('Failed to connect')).toBeDefined()
    expect(screen.getByText(why)).toBeDefined()
  })

  it('says that no bus is connected', async () => {
    open({ read: answered('OK', { buses: [] }) })

    expect(await screen.findByText(/^No bus is connected/)).toBeDefined()
  })

  it('asks the unit for a viewer too', async () => {
    const { seen } = open({ role: 'viewer', read: answered('OK', CONFIGURATION) })
    await userEvent.click(await channel(/^Channel 9,/))

    const dialog = within(await screen.findByRole('dialog', { name: 'Channel 9 of can0' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDefined()
    expect(seen.some(({ path }) => path.startsWith('/api/v1/actions?'))).toBe(true)
  })

  it('shows to a viewer what the unit reported last where only admins configure, and sends it no request', async () => {
    const { seen } = open({
      role: 'viewer',
      unit: { ...UNIT, onlyAdminsConfigure: true },
      history: {
        reported: { version: 7, action: 'Read', atUTC: AT, by: 'Ada Lovelace', configuration: CONFIGURATION },
      },
    })
    await userEvent.click(await channel(/^Channel 9,/))

    const dialog = within(await screen.findByRole('dialog', { name: 'Channel 9 of can0' }))
    expect(dialog.getByText('4 to 20 mA')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(seen.some(({ path }) => path.startsWith('/api/v1/actions?'))).toBe(false)
  })
})

describe('the history of a configuration', () => {
  const earlier = { ...CONFIGURATION, buses: [{ bus_id: 'can0', channels: { 9: { ...BLOWER, report_interval: 5 } } }] }
  const restored = { version: 7, action: 'Update', atUTC: AT, by: 'Grace Hopper' }
  const versions = [{ version: 41, action: 'Read', atUTC: AT, by: 'Ada Lovelace' }, restored]
  const history = {
    reported: { ...versions[0], configuration: CONFIGURATION },
    versions,
    pagination: { page: 1, pageSize: 10, total: 2, hasNext: false },
  }

  it('says who changed what, shows the difference without what is left out, and restores an earlier one', async () => {
    const { seen } = open({
      history,
      update: answered('OK'),
      routes: [answerAt(getConfiguration, { version: '7' }, () => ({ ...restored, configuration: earlier }))],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show history' }))
    expect(await screen.findByRole('cell', { name: 'Grace Hopper' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Compare version 7' }))
    const dialog = within(await screen.findByRole('dialog'))
    const rows = await dialog.findAllByRole('row')

    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'ValueNowThen',
      'can0, channel 2, scale, max100',
    ])
    expect(dialog.getByRole('row', { name: 'can0, channel 9, report_interval 60 5' })).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText(/^The configuration of .* was restored\.$/)).toBeDefined()
    const [sent] = seen.filter(({ method }) => method === 'PUT')
    expect(sent?.body).toMatchObject({
      version: 41,
      payload: { UpdateConfig: { buses: [{ channels: { 9: { report_interval: 5 } } }] } },
    })
  })

  it('says when the unit has another configuration than was asked for, and sends that again', async () => {
    const wanted = { action_id: 30, state: 'answered', status: 'BUSY', createdUTC: AT, by: 'Grace Hopper' }
    const { seen } = open({
      history: { ...history, differs: true, wanted: { ...wanted, configuration: earlier } },
      update: answered('OK'),
      routes: [
        answerAt(getActionRequest, { action_id: '30' }, () => buildRequest({ action_id: 30, ...answered('BUSY') })),
      ],
    })

    expect(await screen.findByText(/^The unit does not have the last requested configuration/)).toBeDefined()
    expect(await screen.findByText(/Grace Hopper requested a change on .*The unit answered BUSY/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('The unit has the requested configuration.')).toBeDefined()
    expect(seen.some(({ method }) => method === 'PUT')).toBe(true)
  })

  it('shows a change that is under way, by whichever person', async () => {
    const wanted = { action_id: 30, state: 'waiting', status: 'PENDING', createdUTC: AT, by: 'Grace Hopper' }
    open({
      history: { ...history, wanted: { ...wanted, configuration: earlier } },
      routes: [answerAt(getActionRequest, { action_id: '30' }, () => buildRequest({ action_id: 30 }))],
    })

    expect(await screen.findByText(/^Grace Hopper requested a change on/)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Cancel the request' })).toBeDefined()
  })
})

describe('the dialog of a channel', () => {
  // spec 2-9-15
  it('shows the signal in thousandths, with the displayed defaults in empty fields', async () => {
    open()
    const dialog = await openBlower()

    expect(dialog.getByLabelText<HTMLInputElement>(/Min signal \(mA\)/).value).toBe('4')
    expect(dialog.getByLabelText<HTMLInputElement>(/Max signal \(mA\)/).value).toBe('20')
    expect(dialog.getByLabelText<HTMLInputElement>(/Min signal/).placeholder).toBe('1000')
    expect(dialog.getByLabelText<HTMLInputElement>(/Max signal/).placeholder).toBe('20')
  })

  // spec 2-5-45
  it('requires its numbers', async () => {
    const { seen } = open()
    const dialog = await openBlower()
    for (const label of [/Report interval/, /Offset/, /Min signal/, /Max signal/, /Min unit value/, /Max unit value/]) {
      await enter(dialog, label, '')
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(dialog.getAllByText('Enter a number.')).toHaveLength(6)
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
  })

  // spec 2-4-13, 2-7-32
  it('sends the whole configuration, once, and is confirmed by an OK', async () => {
    const { seen } = open({ update: answered('OK') })
    const dialog = await openBlower()
    await enter(dialog, /Report interval/, '5')
    await enter(dialog, /Max unit value/, '60')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Channel 9 of can0 was changed.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const sent = seen.filter(({ method }) => method === 'PUT')
    expect(sent).toHaveLength(1)
    const [{ payload, ...body } = { payload: { UpdateConfig: CONFIGURATION } }] = sent.map(
      (request) => request.body as { payload: { UpdateConfig: typeof CONFIGURATION } },
    )
    expect(body).toEqual({ dataID: 'gateway-1', actionClass: 'Xetasense', version: 41 })
    const { firmware, buses } = payload.UpdateConfig
    expect(firmware).toBe('4.2.1')
    expect(buses[0]?.channels[9]).toEqual({
      ...BLOWER,
      report_interval: 5,
      scale: { ...BLOWER.scale, max: 60 },
      channel_type: 'Current',
      min: 0.004,
      max: 0.02,
    })
    expect(buses[1]?.bus_id).toBe('can2')
    await userEvent.click(await channel(/^Channel 9,/))
    const again = within(await screen.findByRole('dialog', { name: 'Channel 9 of can0' }))
    expect(again.getByLabelText<HTMLInputElement>(/Report interval/).value).toBe('5')
  })

  it('says where the change is while the unit has not answered, and takes it back', async () => {
    let cancelled = false
    open({
      unit: { ...UNIT, connected: false },
      routes: [
        answerAt(getActionRequest, { action_id: '42' }, () =>
          buildRequest({
            action_id: 42,
            ...(cancelled
              ? { state: 'cancelled', status: 'CANCELLED', cancelledUTC: AT, cancelledBy: 'Ada Lovelace' }
              : {}),
          }),
        ),
        answerAt(cancelAction, { action_id: '42' }, () => {
          cancelled = true
          const done = {
            state: 'cancelled',
            status: 'CANCELLED',
            cancelledUTC: AT,
            cancelledBy: 'Ada Lovelace',
          } as const
          return buildRequest({ action_id: 42, ...done })
        }),
      ],
    })
    const dialog = await openBlower()
    await enter(dialog, /Report interval/, '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText(/^The unit is not connected. The request waits for it./)).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the request' }))
    expect(await dialog.findByText(/^Cancelled by Ada Lovelace/)).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })

  it('says what the unit answered other than OK, and keeps what was entered', async () => {
    open({ update: answered('BAD_CONFIG') })
    const dialog = await openBlower()
    await enter(dialog, /Report interval/, '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The unit answered BAD_CONFIG')
    expect(dialog.getByLabelText<HTMLInputElement>(/Report interval/).value).toBe('5')
  })

  it('does not overwrite what another person changed in the meantime', async () => {
    const newer = { ...BLOWER, description: 'Big blower' }
    const saved = { version: 50, action: 'Update', atUTC: AT, by: 'Grace Hopper' }
    const { seen } = open({
      update: answered('OK'),
      history: {
        reported: { ...saved, configuration: { buses: [{ bus_id: 'can0', channels: { 9: newer } }] } },
        versions: [saved],
      },
      routes: [
        answerTo(putAction, ({ body }: SeenRequest) =>
          (body as { version: number }).version === 50
            ? { action_id: 42 }
            : failure('action/configuration-changed', { changedBy: 'Grace Hopper', changedUTC: AT }),
        ),
        // The screen is opened before the change, and the dialog from what it knew then.
        answerTo(getAction, () => ({ action_id: 60 })),
        answerAt(getActionRequest, { action_id: '60' }, () =>
          buildRequest({ action_id: 60, ...answered('OK', CONFIGURATION) }),
        ),
      ],
    })
    const dialog = await openBlower()
    await enter(dialog, /Report interval/, '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('Grace Hopper changed it in the meantime')
    await userEvent.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/Description/).value).toBe('Big blower'))
    expect(dialog.getByLabelText<HTMLInputElement>(/Report interval/).value).toBe('5')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Channel 9 of can0 was changed.')).toBeDefined()
    expect(
      seen.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { version: number }).version),
    ).toEqual([60, 50])
  })

  it('asks before what was refused is discarded', async () => {
    open({ routes: [answerTo(putAction, () => failure('action/too-many'))] })
    const dialog = await openBlower()
    await enter(dialog, /Report interval/, '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByRole('alert')
    await userEvent.keyboard('{Escape}')

    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByLabelText<HTMLInputElement>(/Report interval/).value).toBe('5')
  })

  // spec 2-2-55
  it('opens by the keyboard, and the focus comes back', async () => {
    open()
    const blower = await channel(/^Channel 9,/)
    blower.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Channel 9 of can0' })
    await userEvent.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(blower))
  })
})
