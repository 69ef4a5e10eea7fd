import type { Alert } from '@fieldwatch/contract/alerts'
import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import type { SessionUser } from '@fieldwatch/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildAlert } from '#testing/build-alert.ts'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { type createFakeServer, failure, success } from '#testing/fake-server.ts'
import { renderPart } from '#testing/render-part.tsx'
import { AlertWizard } from './alert-wizard.tsx'

const user = userEvent.setup()

const TWO_ENTITIES: Partial<SessionUser> = {
  entityData: {
    water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' },
    wells: { name: 'Northern Wells', logo: '', icon: '', status: 'active' },
  },
}

const OPTIONS = [
  { source: 'Alert_Database', units: 2, fields: [{ name: 'count', type: 'int', units: 2 }] },
  { source: 'location', units: 2, fields: [{ name: 'lat', type: 'float', units: 2 }] },
  { source: 'pump', units: 1, fields: [{ name: 'flow', type: 'float', units: 1 }] },
  {
    source: 'tank',
    units: 2,
    fields: [
      { name: 'level', type: 'float', units: 2 },
      { name: 'note', type: 'string', units: 2 },
      { name: 'temp', type: 'float', units: 2 },
    ],
  },
]

const TIMES = { messageUTC: '2026-05-06T12:00:00.000Z', recieveUTC: '2026-05-06T12:00:00.000Z' }

interface Setting {
  alert?: Alert
  dataID?: string
  me?: Partial<SessionUser>
  routes?: Parameters<typeof createFakeServer>[0]
  devices?: { id: string; friendlyName: string; active: boolean }[]
}

async function open({ alert, dataID, me = TWO_ENTITIES, routes = {}, devices = DEVICES }: Setting = {}) {
  const closed = { count: 0 }
  const part = renderPart(
    <AlertWizard
      {...(alert === undefined ? {} : { alert })}
      {...(dataID === undefined ? {} : { dataID: dataID as DataId })}
      opened
      onClose={() => {
        closed.count += 1
      }}
    />,
    {
      me,
      routes: {
        'GET /api/v1/devices': () => success(buildUnit({ dataID: 'north', entities: ['water' as EntityId] })),
        'GET /api/v1/devices/all': ({ path }) =>
          success(path.includes('wells') ? [{ id: 'well', friendlyName: 'Old well', active: true }] : devices),
        'GET /api/v1/users': () =>
          success({ users: [buildEntityUser({ id: 'ada', firstName: 'Ada' }), buildEntityUser({ id: 'grace' })] }),
        'POST /api/v1/data/options': () => dataReply(OPTIONS),
        'POST /api/v1/data/latest': () =>
          dataReply([
            { dataID: 'north', subject: 'tank', record: { ...TIMES, temp: 4.5 } },
            { dataID: 'south', subject: 'tank', record: { ...TIMES, temp: 9 } },
          ]),
        'POST /api/v1/alerts': () => success({ alertID: 'new' }),
        'PUT /api/v1/alerts': () => success({ alertID: 'warm', version: 4 }),
        ...routes,
      },
    },
  )
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await dialog.findByRole('list', { name: 'Steps' })
  return { ...part, dialog, closed }
}

const DEVICES = [
  { id: 'north', friendlyName: 'North tank', active: true },
  { id: 'south', friendlyName: 'South tank', active: true },
]

function dataReply(details: unknown) {
  return { body: { statusCode: 200, body: { status: 'success', details } } }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']

const next = (dialog: Dialog) => user.click(dialog.getByRole('button', { name: 'Next' }))
const jump = (dialog: Dialog, step: string) =>
  user.click(within(dialog.getByRole('list', { name: 'Steps' })).getByRole('button', { name: new RegExp(`^${step}`) }))
const current = (dialog: Dialog) =>
  dialog.getAllByRole('button').find((button) => button.getAttribute('aria-current') === 'step')?.textContent

/** Fills all steps, and ends in the last one. */
async function fill(dialog: Dialog) {
  await user.type(dialog.getByLabelText(/^Name/), 'Cold store too warm')
  await next(dialog)
  await user.click(await dialog.findByRole('checkbox', { name: /North tank/ }))
  await next(dialog)
  await user.selectOptions(await dialog.findByLabelText(/^Source/), 'tank')
  await user.selectOptions(dialog.getByLabelText(/^Field/), 'temp')
  await user.selectOptions(dialog.getByLabelText(/^Operator/), 'greater than')
  await user.type(dialog.getByLabelText(/^Value/), '8')
  await next(dialog)
  await next(dialog)
}

const sent = (seen: Awaited<ReturnType<typeof open>>['seen'], method: string) =>
  seen.filter((request) => request.method === method && request.path === '/api/v1/alerts')

describe('the alert wizard', () => {
  it('has 5 steps, and any circle leads to its step', async () => {
    const { dialog } = await open()
    const circles = within(dialog.getByRole('list', { name: 'Steps' })).getAllByRole('button')
    expect(circles.map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual([
      '1 Basic Info',
      '2 Select Devices',
      '3 Set Conditions',
      '4 Alert Frequency',
      '5 Share & Review',
    ])

    expect(circles.map(({ textContent }) => textContent?.endsWith(', complete'))).not.toContain(true)

    for (const step of ['5 Share & Review', '2 Select Devices', '4 Alert Frequency', '1 Basic Info']) {
      await jump(dialog, step)
      expect(current(dialog)).toContain(step)
    }
    expect(circles.map(({ textContent }) => textContent?.endsWith(', complete'))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('goes from a step to the next one only when it is complete, and says what is missing', async () => {
    const { dialog } = await open()

    await next(dialog)
    expect(dialog.getByText('A name is required.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Name/), '   ')
    await next(dialog)
    expect(current(dialog)).toContain('1 Basic Info')
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'é'.repeat(101) } })
    await next(dialog)
    expect(dialog.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'é'.repeat(100) } })
    await next(dialog)

    await dialog.findByRole('checkbox', { name: /North tank/ })
    await next(dialog)
    expect(dialog.getByText('Choose at least one device.')).toBeDefined()
    await user.click(dialog.getByRole('checkbox', { name: /North tank/ }))
    await next(dialog)

    await dialog.findByLabelText(/^Source/)
    await next(dialog)
    for (const text of ['Choose a source.', 'Choose a field.', 'Choose an operator.', 'Enter a value.'])
      expect(dialog.getByText(text)).toBeDefined()
    await user.type(dialog.getByLabelText(/^Value/), '1e400')
    await next(dialog)
    expect(dialog.getByText('This is not a number. Write it like 12 or 1.5.')).toBeDefined()
    expect(current(dialog)).toContain('3 Set Conditions')
  })

  it('offers equal, not equal, greater than and less than', async () => {
    const { dialog } = await open({ dataID: 'north' })
    await jump(dialog, '3 Set Conditions')

    const operator = await dialog.findByLabelText(/^Operator/)

    expect(
      within(operator)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'equal', 'not equal', 'greater than', 'less than'])
  })

  it('offers the numbers that the devices share, none of a hidden source, with what they are now', async () => {
    const { dialog } = await open()
    await jump(dialog, '2 Select Devices')
    await user.click(await dialog.findByRole('checkbox', { name: 'Select all 2' }))
    await jump(dialog, '3 Set Conditions')

    const source = await dialog.findByLabelText(/^Source/)
    expect(
      within(source)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'tank', 'pump (1 of 2)'])
    await user.selectOptions(source, 'tank')
    const field = dialog.getByLabelText(/^Field/)
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'level', 'temp'])
    await user.selectOptions(field, 'temp')
    await user.selectOptions(dialog.getByLabelText(/^Operator/), 'greater than')
    await user.type(dialog.getByLabelText(/^Value/), '8')

    expect(await dialog.findByText('Latest of 2 devices: 4.5 to 9. This is so on 1 of 2 devices now.')).toBeDefined()
    expect(
      dialog.getByText('Triggered when temp of tank is greater than 8. OK again when it is 8 or less.'),
    ).toBeDefined()
    await user.selectOptions(source, 'pump')
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Field/).value).toBe('flow')
    expect(dialog.getByText(/1 of 2 devices have not sent this yet/)).toBeDefined()
  })

  it('asks how often in days, hours and minutes, of which one is above 0', async () => {
    const { dialog } = await open()
    await jump(dialog, '4 Alert Frequency')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Once per event/ }).checked).toBe(true)
    await user.click(dialog.getByRole('radio', { name: /Again while it lasts/ }))

    for (const label of ['Days', 'Hours', 'Minutes']) {
      const { type, min, step } = dialog.getByLabelText<HTMLInputElement>(label)
      expect({ type, min, step }).toEqual({ type: 'number', min: '0', step: '1' })
    }
    await next(dialog)
    expect(dialog.getByText('At least one of days, hours and minutes is above 0.')).toBeDefined()
    await user.type(dialog.getByLabelText('Hours'), '-2')
    await next(dialog)
    expect(dialog.getByText('A whole number, 0 or more.')).toBeDefined()
    await user.clear(dialog.getByLabelText('Hours'))
    await user.type(dialog.getByLabelText('Hours'), '36')
    expect(dialog.getByText(/another every 36 hours while it lasts/)).toBeDefined()
    await next(dialog)
    expect(current(dialog)).toContain('5 Share & Review')
  })
})

describe('a new alert', () => {
  it('is sent whole, with the time zone of who makes it, and closes the wizard', async () => {
    const { dialog, seen, closed } = await open()
    await fill(dialog)
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: /Ada .*\(you\): share as/ }).value).toBe('owner')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Grace Hopper: share as' }), 'viewer')

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    const [request] = sent(seen, 'POST')
    expect(request?.body).toEqual({
      name: 'Cold store too warm',
      description: '',
      entity: 'water',
      devices: ['north'],
      type: 'value',
      source: 'tank',
      condition: { field: 'temp', operator: 'greater than', constant: 8 },
      clearLimit: null,
      forSeconds: 0,
      silentSeconds: null,
      graceSeconds: 120,
      interval: 0,
      owners: ['ada'],
      viewers: ['grace'],
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  it('stores an interval in seconds, a second limit and how long it has to last', async () => {
    const { dialog, seen, closed } = await open()
    await fill(dialog)
    await jump(dialog, '3 Set Conditions')
    await user.click(await dialog.findByRole('checkbox', { name: /A second limit/ }))
    await user.type(dialog.getByLabelText(/Back to OK below/), '9')
    await next(dialog)
    expect(dialog.getByText('The limit to be OK again cannot be above the limit.')).toBeDefined()
    await user.clear(dialog.getByLabelText(/Back to OK below/))
    await user.type(dialog.getByLabelText(/Back to OK below/), '6.5')
    await user.type(dialog.getByLabelText('For at least'), '5')
    await next(dialog)
    await user.click(dialog.getByRole('radio', { name: /Again while it lasts/ }))
    await user.type(dialog.getByLabelText('Days'), '1')
    await user.type(dialog.getByLabelText('Hours'), '2')
    await user.type(dialog.getByLabelText('Minutes'), '3')
    await next(dialog)
    expect(
      dialog.getByText(
        'Triggered when temp of tank is greater than 8 for at least 5 minutes. OK again when it is 6.5 or less.',
      ),
    ).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({
      clearLimit: 6.5,
      forSeconds: 300,
      interval: 86_400 + 2 * 3_600 + 3 * 60,
    })
  })

  it('may be about silence, learned with a grace time or after a time that is given', async () => {
    const { dialog, seen, closed } = await open({ dataID: 'north' })
    await user.type(dialog.getByLabelText(/^Name/), 'Silent')
    await jump(dialog, '3 Set Conditions')
    await user.click(dialog.getByRole('radio', { name: /^Silence/ }))
    expect(
      await dialog.findByText(
        'Triggered when a device has sent nothing for longer than is usual for it and 2 minutes more. OK again when it sends.',
      ),
    ).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: /After a time that I give/ }))
    await next(dialog)
    expect(dialog.getByText('Enter a time.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Silent for/, { selector: 'input' }), '2')
    await jump(dialog, '5 Share & Review')

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({
      type: 'silence',
      devices: ['north'],
      source: null,
      condition: null,
      silentSeconds: 7_200,
    })
  })

  it('is made once by a double click', async () => {
    const { dialog, seen, closed } = await open()
    await fill(dialog)

    await user.dblClick(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')).toHaveLength(1)
    expect(sent(seen, 'POST')[0]?.idempotencyKey).toBeDefined()
  })

  it('is not made by a double click on Next in step 4', async () => {
    const { dialog, seen } = await open()
    await fill(dialog)
    await jump(dialog, '4 Alert Frequency')

    await user.dblClick(dialog.getByRole('button', { name: 'Next' }))

    expect(current(dialog)).toContain('5 Share & Review')
    expect(sent(seen, 'POST')).toHaveLength(0)
  })

  it('with something missing leads to the step where it is', async () => {
    const { dialog, seen } = await open()
    await user.type(dialog.getByLabelText(/^Name/), 'Cold store')
    await jump(dialog, '5 Share & Review')
    expect(dialog.getByText(/Choose at least one device/)).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    expect(current(dialog)).toContain('2 Select Devices')
    expect(dialog.getByText('Choose at least one device.')).toBeDefined()
    expect(sent(seen, 'POST')).toHaveLength(0)
  })

  it('that is refused keeps what was entered, and says why', async () => {
    const { dialog, closed } = await open({ routes: { 'POST /api/v1/alerts': () => failure(409, 'alert/too-many') } })
    await fill(dialog)

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    expect((await dialog.findByText('The alert was not created.')).closest('[role=alert]')?.textContent).toContain(
      'The sentence of alert/too-many.',
    )
    await jump(dialog, '1 Basic Info')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Cold store too warm')
    expect(closed.count).toBe(0)
  })

  it('is asked about before what was entered is lost', async () => {
    const { dialog, closed } = await open()
    await user.type(dialog.getByLabelText(/^Name/), 'Cold store')

    await user.click(dialog.getByRole('button', { name: 'Cancel' }))

    const question = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }))
    expect(closed.count).toBe(0)
    await user.click(question.getByRole('button', { name: 'Discard' }))
    expect(closed.count).toBe(1)
  })
})

describe('the devices of an alert', () => {
  it('are of the entity that an admin chooses, and of the own one for others', async () => {
    const { dialog, seen } = await open()
    await jump(dialog, '2 Select Devices')
    await user.click(await dialog.findByRole('checkbox', { name: /North tank/ }))
    await user.selectOptions(dialog.getByLabelText('Entity'), 'Northern Wells')

    await user.click(await dialog.findByRole('checkbox', { name: /Old well/ }))

    expect(dialog.queryByRole('checkbox', { name: /North tank/ })).toBeNull()
    expect(seen.some(({ path }) => path === '/api/v1/devices/all?entity=wells')).toBe(true)
    // Coming back, the choice is what it was.
    await user.selectOptions(dialog.getByLabelText('Entity'), 'Northwind Water')
    expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /North tank/ })).checked).toBe(true)
  })

  it.each([
    ['an admin', { role: 'admin' }, true],
    ['who holds viewSubentities', { role: 'viewer', permissions: ['viewSubentities'] }, true],
    ['another viewer', { role: 'viewer' }, false],
  ] as const)('of %s: the entity can be chosen: %s', async (_who, me, chooses) => {
    const { dialog } = await open({ me: { ...TWO_ENTITIES, ...me } as Partial<SessionUser> })
    await jump(dialog, '2 Select Devices')
    await dialog.findByRole('checkbox', { name: /North tank/ })

    expect(dialog.queryByLabelText('Entity') !== null).toBe(chooses)
  })

  it('are found among many, and all that is found is chosen at once', async () => {
    const devices = Array.from({ length: 120 }, (_, index) => ({
      id: `unit-${index}`,
      friendlyName: `Pumpé ${index}`,
      active: index > 0,
    }))
    const { dialog } = await open({ devices })
    await jump(dialog, '2 Select Devices')
    fireEvent.change(await dialog.findByLabelText('Search devices'), { target: { value: 'PUMPE 11' } })

    await user.click(await dialog.findByLabelText('Select all 11 found'))

    fireEvent.change(dialog.getByLabelText('Search devices'), { target: { value: '' } })
    expect(await dialog.findByLabelText('Only selected (11)')).toBeDefined()
    expect(await dialog.findByLabelText(/Pumpé 0 Deactivated/)).toBeDefined()
  })
})

describe('an alert that is changed', () => {
  it('has its devices before all others', async () => {
    const { dialog } = await open({ alert: buildAlert({ devices: ['south'] }) })
    await jump(dialog, '2 Select Devices')

    const boxes = await dialog.findAllByRole<HTMLInputElement>('checkbox', { name: /tank/ })

    expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
    expect(boxes[0]?.closest('label')?.textContent).toContain('South tank')
    await user.click(dialog.getByRole('checkbox', { name: /North tank/ }))
    expect(dialog.getAllByRole('checkbox', { name: /tank/ })[0]).toBe(boxes[0])
  })

  it('is shown in all steps, and only what was changed is sent', async () => {
    const alert = buildAlert({ devices: ['north', 'south'], interval: 5_400, forSeconds: 90, clearLimit: 6 })
    const { dialog, seen, closed } = await open({ alert })
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Cold store too warm')
    await jump(dialog, '3 Set Conditions')
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('8'))
    expect(dialog.getByLabelText<HTMLInputElement>('For at least').value).toBe('90')
    await user.clear(dialog.getByLabelText(/^Value/))
    await user.type(dialog.getByLabelText(/^Value/), '7')
    await jump(dialog, '4 Alert Frequency')
    const [hours, minutes] = ['Hours', 'Minutes'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value)
    expect([hours, minutes]).toEqual(['1', '30'])
    await next(dialog)

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT')[0]?.body).toEqual({
      alertID: 'warm',
      version: 3,
      condition: { field: 'temp', operator: 'greater than', constant: 7 },
    })
  })

  it('without a change is not sent', async () => {
    const { dialog, seen, closed } = await open({ alert: buildAlert() })
    await jump(dialog, '5 Share & Review')

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT')).toHaveLength(0)
  })

  it('meanwhile by somebody else can be loaded, and what was typed stays', async () => {
    const newer = buildAlert({ name: 'Renamed', description: 'Call Bob.', version: 5 })
    const { dialog, seen, closed } = await open({
      alert: buildAlert(),
      routes: {
        'PUT /api/v1/alerts': ({ body }) =>
          (body as { version: number }).version === 5
            ? success({ alertID: 'warm', version: 6 })
            : failure(409, 'alert/changed', { changedBy: 'Bob' }),
        'GET /api/v1/alerts': () => success([newer]),
      },
    })
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Too warm')
    await jump(dialog, '5 Share & Review')
    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await user.click(await dialog.findByRole('button', { name: 'Load the newer one' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Load the newer one' })).toBeNull())
    await jump(dialog, '1 Basic Info')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Too warm')
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Call Bob.')
    await jump(dialog, '5 Share & Review')
    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT').at(-1)?.body).toEqual({ alertID: 'warm', version: 5, name: 'Too warm' })
  })
})

describe('sharing', () => {
  it('keeps an owner', async () => {
    const { dialog, seen } = await open({ alert: buildAlert() })
    await jump(dialog, '5 Share & Review')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Ada Lovelace (you): share as' }), 'none')

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    expect(dialog.getByRole('group', { name: 'Share with' }).textContent).toContain('An alert has at least one owner.')
    expect(sent(seen, 'PUT')).toHaveLength(0)
  })

  it.each([
    [{}, 'You get yours by mail to ada@northwind.example.'],
    [
      { phone: '+15550100', notifications: { alerts: { emailEnable: true, smsEnable: true } } },
      'You get yours by mail to ada@northwind.example and by SMS to +15550100.',
    ],
    [
      { notifications: { alerts: { emailEnable: false, smsEnable: true } } },
      'You get no messages yourself: mail and SMS are off in your profile, under Notification Preferences.',
    ],
  ])('tells with %o where the own messages go', async (me, text) => {
    const { dialog } = await open({ me })
    await jump(dialog, '5 Share & Review')

    expect(await dialog.findByText(text)).toBeDefined()
  })

  it('lists the users of the entity, and those of others who have the alert', async () => {
    const alert = buildAlert({
      owners: ['ada', 'olga'],
      people: [{ id: 'olga', name: 'Olga of above' }] as unknown as Alert['people'],
    })
    const { dialog } = await open({ alert })
    await jump(dialog, '5 Share & Review')

    const list = within(await dialog.findByRole('group', { name: 'Share with' }))

    expect(list.getAllByRole('combobox').map((select) => select.getAttribute('aria-label'))).toEqual([
      'Ada Lovelace (you): share as',
      'Grace Hopper: share as',
      'Olga of above: share as',
    ])
  })

  it('finds people among many', async () => {
    const users = Array.from({ length: 300 }, (_, index) =>
      buildEntityUser({ id: `user-${index}`, firstName: 'User', lastName: `${index}` }),
    )
    const { dialog } = await open({ routes: { 'GET /api/v1/users': () => success({ users }) } })
    await jump(dialog, '5 Share & Review')
    expect(await dialog.findByText('And 281 more: search for them.')).toBeDefined()

    await user.type(dialog.getByLabelText('Search users'), 'user 250')

    expect(await dialog.findByRole('combobox', { name: 'User 250: share as' })).toBeDefined()
  })
})
