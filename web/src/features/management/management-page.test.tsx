import { answerAt, answerTo, failure, type Answer, whole } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import {
  listUnits,
  listRejectedMessages,
  updateUnit,
  setPausedData,
  administerUnit,
  rotateUnitToken,
} from '@fieldwatch/contract/units/units'
import { getTemplate, listTemplates } from '@fieldwatch/contract/templates/templates'
import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { explainSilence } from '@fieldwatch/contract/units/unit-silence'
import { listMaintenance } from '@fieldwatch/contract/alerts/alert-history'
import { listSims } from '@fieldwatch/contract/units/sims'
import { getCollections, queryData } from '@fieldwatch/contract/telemetry/data'
import { getRetention, setRetention } from '@fieldwatch/contract/units/retention'
import { getActionOptions, listActionRequests } from '@fieldwatch/contract/actions/actions'
import { changeDataId, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { getMe, type Role } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAlertPage, buildAlertState, buildListedAlert } from '#testing/build-listed-alert.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildSim } from '#testing/build-sim.ts'
import { buildSilence } from '#testing/build-silence.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { findEnabled } from '#testing/find-enabled.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()

const unit = buildUnit({
  dataID: 'tank-01',
  friendlyName: 'North tank',
  description: 'Beside the pump.',
  entities: ['water' as EntityId],
  pausedData: ['flow'],
  defaultTemplate: 'tank' as TemplateId,
})
const template = { id: 'tank', title: 'Tank', dataID: null, version: 1, editable: true, units: 1 }

const retention = {
  portal: { rawDays: 90, summaryDays: null },
  entities: [{ entityID: 'water', rawDays: null, summaryDays: null, version: 1 }],
  sources: [
    {
      source: 'level',
      rawDays: null,
      summaryDays: null,
      effective: { rawDays: 90, summaryDays: null },
      version: 4,
    },
  ],
  mayChangeSources: true,
}

type Routes = readonly Answer[]

interface Setting {
  role?: Role
  routes?: Routes
  search?: string
}

/** Opens a section of Management; left out: Status. */
function openSection(
  section: '' | 'alerts' | 'requests' | 'data' | 'administration',
  { role = 'admin', routes = [], search = '' }: Setting = {},
) {
  const me = buildSessionUser({
    role,
    entityData: {
      water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' },
      south: { name: 'Northwind South', logo: '', icon: '', status: 'active' },
    },
  })
  const collection = (name: string) => ({ name, type: {}, lastUpdateUTC: null })
  return renderApp({
    path: `/dashboard/tank-01/management${section === '' ? '' : `/${section}`}${search}`,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnits, () => unit),
      answerAt(getTemplate, { id: 'tank' }, () => template),
      answerTo(listTemplates, () => [
        { id: 'pump', title: 'Pump station' },
        { id: 'tank', title: 'Tank' },
      ]),
      answerTo(listAlerts, () => buildAlertPage([])),
      answerTo(explainSilence, () => buildSilence()),
      answerTo(listMaintenance, () => []),
      answerTo(listSims, () => [buildSim({ simID: 'one', dataID: 'tank-01' as DataId })]),
      answerAt(getCollections, { dataID: 'tank-01' }, () =>
        ['action_request', 'flow', 'level', 'location'].map(collection),
      ),
      answerAt(listRejectedMessages, { dataID: 'tank-01' }, () => [
        {
          receivedUTC: '2026-11-21T08:00:00.000Z',
          source: 'level',
          topic: 'units/tank-01/data/level',
          channel: 'mqtt',
          code: 'record/malformed-json',
          message: 'The message is not valid JSON.',
          payload: '{"level":',
        },
      ]),
      answerTo(getRetention, () => retention),
      answerTo(getActionOptions, () => ACTION_OPTIONS),
      answerTo(listActionRequests, () => ({
        requests: [],
        pagination: { page: 1, pageSize: 100, total: 0, hasNext: false },
      })),
      answerTo(queryData, () => failure('data/not-found')),
      ...routes,
    ],
  })
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => window.sessionStorage.clear())

describe('a source of a device behind a gateway', () => {
  it('becomes a unit once its dependants are listed', async () => {
    const { seen } = openSection('data', {
      routes: [
        answerAt(getCollections, { dataID: 'tank-01' }, () => [
          { name: 'Boiler_1', type: {}, lastUpdateUTC: null, child: 'Boiler 1' },
          { name: 'Boiler_1-attributes', type: {}, lastUpdateUTC: null },
        ]),
        answerTo(listConsequences, ({ body: { change } }) => ({
          things:
            change.kind === 'source-moved' && change.source === 'Boiler_1'
              ? [{ kind: 'alert', id: 'a', name: 'Too hot', follows: 'ends' }]
              : [],
          more: [],
        })),
        answerAt(createUnitOfChild, { dataID: 'tank-01' }, ({ body }) => ({ dataID: body.dataID })),
      ],
    })
    const control = await panel('Data Control')

    await user.click(await control.findByRole('button', { name: 'Actions for Boiler_1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Make it a unit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Boiler 1 a unit of its own?' }))
    expect(await dialog.findByText(/Too hot/)).toBeDefined()
    await user.click(await findEnabled(dialog, 'Make it a unit'))

    await waitFor(() =>
      expect(onlyBody(seen, 'POST /api/v1/devices/tank-01/children')).toEqual({
        source: 'Boiler_1',
        dataID: 'tank-01-Boiler_1',
        friendlyName: 'Boiler 1',
      }),
    )
  })
})

describe('the alerts of a unit', () => {
  // spec 2-2-44, 2-2-71
  it('are those on it, with their states for it', async () => {
    const state = buildAlertState({ lastValue: 4.5 })
    const elsewhere = buildAlertState({ dataID: 'tank-02' as DataId, status: 'high' })
    const alert = buildListedAlert({ states: [state], devices: [state.dataID, elsewhere.dataID], status: 'high' })
    const { seen } = openSection('alerts', {
      role: 'viewer',
      routes: [answerTo(listAlerts, ({ query }) => buildAlertPage(query.mine === 'owner' ? [alert] : []))],
    })

    const row = (await screen.findByText('Too warm')).closest('tr') ?? expect.fail('no row')
    expect(screen.getByRole('region', { name: 'Alert Details' })).toBeDefined()
    expect([within(row).getByText('OK'), within(row).getByText('4.5')]).toHaveLength(2)
    expect(within(row).queryByText('Triggered')).toBeNull()
    const asked = seen.filter(({ path }) => path.startsWith('/api/v1/alerts?'))
    expect(asked.every(({ path }) => path.includes('dataID=tank-01'))).toBe(true)
  })
})

describe('the Management screen', () => {
  // spec 1-1-02, 2-2-03, 2-2-42
  it('shows to everyone name, description, details and SIM cards, and no sections of admins to viewers', async () => {
    openSection('', { role: 'viewer' })

    const device = await panel('Device')
    expect(device.getByText('North tank')).toBeDefined()
    expect(device.getByText('Beside the pump.')).toBeDefined()
    expect(device.getByText('Northwind Water')).toBeDefined()
    const link = await (await panel('SIM Cards')).findByRole('link', { name: '8944501234567890124' })
    expect(link.getAttribute('href')).toContain('/sim-cards?search=')
    const sections = within(screen.getByRole('navigation', { name: 'Management' }))
    expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Status', 'Alerts'])
    expect(screen.queryByRole('region', { name: 'Last request' })).toBeNull()
  })

  // spec 2-2-45, 2-2-47, 2-2-48, 2-6-02, 2-6-03, 2-6-04
  it.each(['requests', 'data', 'administration'] as const)('has no %s for a viewer, and says why', async (section) => {
    const { seen } = openSection(section, { role: 'viewer' })

    expect(await screen.findByText(/^Only admins can open this section/)).toBeDefined()
    for (const name of ['Data Control', 'Action Request', 'Action Request History', 'Last refused messages'])
      expect(screen.queryByRole('region', { name })).toBeNull()
    expect(seen.some(({ path }) => path.includes('rejected-messages'))).toBe(false)
  })

  it('opens an alert by the address of messages that were sent before there were sections', async () => {
    openSection('', { search: '?alert=warm' })

    await waitFor(() =>
      expect(`${window.location.pathname}${window.location.search}`).toBe(
        '/dashboard/tank-01/management/alerts?alert=warm',
      ),
    )
  })

  // spec 2-8-07
  it('says Failed to update device when it fails, and keeps what was typed', async () => {
    openSection('', { routes: [answerTo(updateUnit, () => failure('server/internal'))] })
    await user.click(await screen.findByRole('button', { name: 'Update Device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Device' }))
    await user.clear(dialog.getByLabelText(/Friendly name/))
    await user.type(dialog.getByLabelText(/Friendly name/), 'South tank')

    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to update device')
    expect(dialog.getByLabelText<HTMLInputElement>(/Friendly name/).value).toBe('South tank')
  })

  it('sends what was changed of name and description, and shows it', async () => {
    const { seen } = openSection('', {
      routes: [answerTo(updateUnit, () => ({ ...unit, friendlyName: 'South tank' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Update Device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Device' }))

    await user.clear(dialog.getByLabelText(/Friendly name/))
    await user.type(dialog.getByLabelText(/Friendly name/), 'South tank')
    pressTwice(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('heading', { name: 'South tank' })).toBeDefined()
    const form = onlyBody(seen, 'PUT /api/v1/devices')
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      dataID: 'tank-01',
      friendlyName: 'South tank',
      version: '1',
    })
  })

  // spec 2-1-06, 2-2-45, 2-2-46, 2-4-04
  it('lists each collection, and pauses and resumes single ones', async () => {
    const { seen } = openSection('data', {
      routes: [
        answerTo(setPausedData, ({ body }) => ({
          ...unit,
          pausedData: 'pause' in (body as object) ? ['flow', 'level'] : ['flow'],
        })),
      ],
    })
    const control = await panel('Data Control')
    expect(await control.findByText('Paused')).toBeDefined()
    expect(control.getAllByText('Running')).toHaveLength(3)
    expect(control.getByRole('button', { name: 'Pause location' })).toBeDefined()
    expect(control.queryByRole('button', { name: 'Pause action_request' })).toBeNull()
    expect(control.getByText('Needed for requests')).toBeDefined()

    pressTwice(control.getByRole('button', { name: 'Pause level' }))
    await user.click(await control.findByRole('button', { name: 'Resume level' }))

    expect(await control.findByRole('button', { name: 'Pause level' })).toBeDefined()
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { dataID: 'tank-01', pause: ['level'] },
      { dataID: 'tank-01', resume: ['level'] },
    ])
  })

  it('gives the unit another dataID after a question, and goes to its new address', async () => {
    const { seen, app } = openSection('administration', {
      routes: [answerAt(changeDataId, { dataID: 'tank-01' }, () => ({ dataID: 'tank-02' }))],
    })
    const administration = await panel('Administration')
    await user.click(administration.getByRole('button', { name: 'Change dataID' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the dataID of North tank?' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change dataID' })
    const field = dialog.getByRole('textbox', { name: 'New dataID' })
    expect(confirm.disabled).toBe(true)
    await user.type(field, ' /')
    expect(confirm.disabled).toBe(true)

    await user.clear(field)
    await user.type(field, 'tank-02')
    await user.click(confirm)

    await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard/tank-02/management/administration'))
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { dataID: 'tank-02', version: 1 },
    ])
  })

  it('deletes the unit once its name is typed, says why it could not, and leads to the dashboard', async () => {
    let refusals = 1
    const { seen, app } = openSection('administration', {
      routes: [
        answerAt(deleteUnit, { dataID: 'tank-01' }, () =>
          (refusals -= 1) >= 0 ? failure('unit/shared') : whole({ status: 'success' }),
        ),
      ],
    })
    const administration = await panel('Administration')
    await user.click(administration.getByRole('button', { name: 'Delete unit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete North tank?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Type North tank to confirm' }), 'North tank')

    await user.click(await findEnabled(dialog, 'Delete'))
    expect(await dialog.findByText('The unit was not deleted.')).toBeDefined()
    await user.click(await findEnabled(dialog, 'Delete'))

    await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard'))
    expect(seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual(
      ['North tank', 'North tank'].map((confirm) => ({ confirm })),
    )
  })

  it('gives the unit tabs and says its size and service, each with the version that was seen', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(administerUnit, { dataID: 'tank-01' }, () => ({ ...unit, version: 2 }))],
    })
    const administration = await panel('Administration')
    await user.click(await administration.findByRole('combobox', { name: 'Apps' }))
    // Without a layout the list counts as out of sight.
    await screen.findByRole('option', { name: 'XetaSense', hidden: true })
    await user.keyboard('Xeta{ArrowDown}{Enter}')
    await user.click(administration.getByRole('button', { name: 'Save the apps' }))
    await waitFor(() => expect(administration.queryByRole('button', { name: 'Save the apps' })).toBeNull())
    await user.type(administration.getByRole('textbox', { name: 'Service' }), 'Leak watch')
    await user.click(administration.getByRole('button', { name: 'Save size and service' }))

    await waitFor(() =>
      expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { apps: ['XetaSense'], version: 1 },
        { service: 'Leak watch', version: 2 },
      ]),
    )
  })

  it('takes the IMEI of the device, and no text that is none', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(administerUnit, { dataID: 'tank-01' }, () => ({ ...unit, imei: '356307042441013' }))],
    })
    const administration = await panel('Administration')
    const imei = await administration.findByRole('textbox', { name: 'IMEI' })
    await user.type(imei, '3563')
    expect(administration.getByText('An IMEI has 15 digits.')).toBeDefined()
    await user.type(imei, '07042441013')
    await user.click(administration.getByRole('button', { name: 'Save devEUI and IMEI' }))

    await waitFor(() =>
      expect(onlyBody(seen, 'PUT /api/v1/devices/tank-01')).toMatchObject({ imei: '356307042441013' }),
    )
  })

  it('takes the accuracy of positions, and takes it away', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(administerUnit, { dataID: 'tank-01' }, () => ({ ...unit, positionAccuracy: 40 }))],
    })
    const administration = await panel('Administration')
    const accuracy = await administration.findByRole('textbox', { name: 'Accuracy of positions (m)' })
    await user.type(accuracy, '2')
    expect(administration.getByText('Enter an accuracy from 3 to 5,000 m.')).toBeDefined()
    for (const text of ['12,5', '-5', '1e302', 'wide']) {
      await user.clear(accuracy)
      await user.type(accuracy, text)
      expect(accuracy).toHaveProperty('value', text)
      const save = administration.getByRole<HTMLButtonElement>('button', { name: 'Save the accuracy' })
      expect(save.disabled).toBe(true)
    }
    await user.clear(accuracy)
    await user.type(accuracy, '40')
    await user.click(administration.getByRole('button', { name: 'Save the accuracy' }))

    await waitFor(() => expect(onlyBody(seen, 'PUT /api/v1/devices/tank-01')).toMatchObject({ positionAccuracy: 40 }))
  })

  it('asks before it deactivates the unit', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(administerUnit, { dataID: 'tank-01' }, () => ({ ...unit, active: false }))],
    })

    await user.click(await screen.findByRole('switch', { name: /^Active/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Active/ }).checked).toBe(true)
    await user.click(screen.getByRole('switch', { name: /^Active/ }))
    pressTwice(await screen.findByRole('button', { name: 'Deactivate' }))

    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Active/ }).checked).toBe(false))
    expect(onlyBody(seen, 'PUT /api/v1/devices/tank-01')).toEqual({ active: false, version: 1 })
  })

  it('says who changed the unit before it was deactivated, and deactivates the newer one when asked again', async () => {
    let newer = unit
    const { seen } = openSection('administration', {
      routes: [
        answerTo(listUnits, () => newer),
        answerAt(administerUnit, { dataID: 'tank-01' }, ({ body }) => {
          if ((body as { version: number }).version === 2) return { ...newer, active: false, version: 3 }
          newer = { ...unit, description: 'By the road.', version: 2 }
          return failure('unit/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    const active = await screen.findByRole<HTMLInputElement>('switch', { name: /^Active/ })
    await user.click(active)
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()
    expect(active.checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(screen.queryByText(/^Grace Hopper changed it/)).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))

    await waitFor(() => expect(active.checked).toBe(false))
    const bodies = seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(bodies).toEqual([
      { active: false, version: 1 },
      { active: false, version: 2 },
    ])
  })

  it('lets an admin choose another shared template, after a question', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(administerUnit, { dataID: 'tank-01' }, () => ({ ...unit, defaultTemplate: null }))],
    })
    const choice = await screen.findByLabelText<HTMLSelectElement>('Template')
    expect([...choice.options].map(({ text }) => text)).toEqual(['None', 'Pump station', 'Tank'])
    expect(choice.value).toBe('tank')

    await user.selectOptions(choice, 'Pump station')
    await screen.findByRole('dialog', { name: 'Use the template “Pump station”?' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(choice.value).toBe('tank')
    await user.selectOptions(choice, 'None')
    await user.click(await screen.findByRole('button', { name: 'Remove' }))

    await waitFor(() => expect(choice.value).toBe(''))
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({ defaultTemplate: null, version: 1 })
  })

  it('compares both versions of a unit after a conflict, by names, and asks again before yours is saved', async () => {
    let newer = unit
    const { seen } = openSection('administration', {
      routes: [
        answerTo(listUnits, () => newer),
        answerAt(getTemplate, { id: 'pump' }, () => ({ ...template, id: 'pump', title: 'Pump station' })),
        answerAt(administerUnit, { dataID: 'tank-01' }, ({ body }) => {
          if ((body as { version: number }).version === 2) return { ...newer, defaultTemplate: 'pump', version: 3 }
          newer = { ...unit, size: 'DN 200', entities: ['south' as EntityId], version: 2 }
          return failure('unit/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    const administration = await panel('Administration')
    await user.selectOptions(await administration.findByLabelText('Template'), 'Pump station')
    await user.click(await screen.findByRole('button', { name: 'Use template' }))
    await user.click(await administration.findByRole('button', { name: 'Compare both' }))

    const templates = within(await administration.findByRole('radiogroup', { name: 'Template' }))
    expect(await templates.findByRole('radio', { name: 'Yours: Pump station' })).toBeDefined()
    expect(templates.getByRole('radio', { name: 'Theirs: Tank' })).toBeDefined()
    expect(administration.getByRole('radio', { name: 'Yours: Northwind Water' })).toBeDefined()
    expect(administration.getByRole<HTMLInputElement>('radio', { name: 'Theirs: Northwind South' }).checked).toBe(true)
    await user.click(administration.getByRole('button', { name: 'Use selected' }))
    await user.click(await screen.findByRole('button', { name: 'Use template' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ defaultTemplate: 'pump', version: 2 })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })).value).toBe('DN 200')
  })

  it('lists what follows before the unit moves, stays with the reason when that is refused, and ends alerts if wanted', async () => {
    const answers = [failure('server/unavailable')]
    const { seen } = openSection('administration', {
      routes: [
        answerTo(listConsequences, () => ({
          things: [{ kind: 'alert', id: 'a', name: 'Too full', follows: 'is handed to' }],
          more: [],
        })),
        answerAt(
          administerUnit,
          { dataID: 'tank-01' },
          () => answers.shift() ?? { ...unit, entities: ['south'] as EntityId[], version: 2 },
        ),
      ],
    })
    const administration = await panel('Administration')
    await user.click(await administration.findByRole('combobox', { name: /Entities/ }))
    await user.click(await screen.findByRole('option', { name: 'Northwind South', hidden: true }))
    await user.click(await screen.findByRole('option', { name: 'Northwind Water', hidden: true }))
    await user.click(administration.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Move ${unit.friendlyName}?` }))
    expect(await dialog.findByText('1 alert: Too full')).toBeDefined()
    await user.click(dialog.getByRole('checkbox', { name: 'End alerts instead of handing them over' }))
    await user.click(await findEnabled(dialog, 'Move'))
    expect(await dialog.findByText('The sentence of server/unavailable.')).toBeDefined()
    await user.click(await findEnabled(dialog, 'Move'))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      entities: ['south'],
      alerts: 'end',
      version: 1,
    })
  })

  it('names a template of an entity out of reach, and says when the unit shows one of its own', async () => {
    openSection('administration', {
      routes: [
        answerTo(listTemplates, () => []),
        answerAt(getTemplate, { id: 'own' }, () => ({ ...template, id: 'own', dataID: 'tank-01' })),
        answerTo(listUnits, () => ({ ...unit, customTemplate: 'own' })),
      ],
    })
    const choice = await screen.findByLabelText<HTMLSelectElement>('Template')

    expect([...choice.options].map(({ text }) => text)).toEqual(['None', 'A template of another entity'])
    expect(screen.getByText(/^The unit shows its own template/)).toBeDefined()
  })

  it('of a unit that belongs to others too says so, and leaves what concerns it as a whole to who has them all', async () => {
    const { seen } = openSection('administration', {
      routes: [
        answerTo(listUnits, () => buildUnit({ ...unit, sharedWith: ['Harbour', 'South'] })),
        answerTo(getRetention, () => ({ ...retention, mayChangeSources: false })),
      ],
    })
    const text = 'This unit belongs to Harbour and South too. Only an admin of all of its entities can change this.'

    const description = new RegExp(`${text}$`)
    const active = await screen.findByRole<HTMLInputElement>('switch', { name: /^Active/, description })
    const template = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Template/, description })
    expect([active.disabled, template.disabled]).toEqual([true, true])
    const token = await screen.findByRole('button', { name: 'New token', description })
    expect(token.getAttribute('aria-disabled')).toBe('true')
    await user.click(token)
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.click(within(screen.getByRole('navigation', { name: 'Management' })).getByRole('link', { name: 'Data' }))
    const days = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'Records of level, in days',
      description,
    })
    expect(days.readOnly).toBe(true)
    const pause = await screen.findByRole('button', { name: 'Pause level', description })
    expect(pause.getAttribute('aria-disabled')).toBe('true')
    await user.click(pause)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(seen.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('asks before it replaces the token, and shows the new one once', async () => {
    const { seen } = openSection('administration', {
      routes: [answerAt(rotateUnitToken, { dataID: 'tank-01' }, () => ({ dataID: 'tank-01', token: 'fw_new' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'New token' }))
    const question = within(await screen.findByRole('dialog', { name: 'Create a new token?' }))

    pressTwice(question.getByRole('button', { name: 'New token' }))

    expect(await screen.findByText('fw_new')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/devices/tank-01/token')).toBeUndefined()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Back to the token' }))
    expect(screen.getByText('fw_new')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'I have saved the token' }))
    await waitFor(() => expect(screen.queryByText('fw_new')).toBeNull())
  })

  it('saves how long a source is kept, not shorter for summaries than for records', async () => {
    const { seen } = openSection('data', { routes: [answerTo(setRetention)] })
    const records = await screen.findByLabelText('Records of level, in days')
    expect(records.getAttribute('placeholder')).toBe('90 days')

    await user.type(records, '30')
    await user.type(screen.getByLabelText('Summaries of level, in days'), '7')
    expect(screen.getByText('Summaries are kept at least as long as the records.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save level' }).disabled).toBe(true)
    await user.type(screen.getByLabelText('Summaries of level, in days'), '00')
    await user.click(screen.getByRole('button', { name: 'Save level' }))
    const question = within(await screen.findByRole('dialog', { name: 'Keep less of level?' }))
    expect(question.getByText(/^Records older than 30 days are deleted permanently\. .* 90 days now\.$/)).toBeDefined()
    expect(
      question.getByText(/^Summaries older than 700 days are deleted permanently\. .* forever now\.$/),
    ).toBeDefined()
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
    pressTwice(question.getByRole('button', { name: 'Keep less' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'PUT /api/v1/retention')).toEqual({
      dataID: 'tank-01',
      source: 'level',
      rawDays: 30,
      summaryDays: 700,
      version: 4,
    })
  })

  it('compares how long a source is kept with what another person saved in the meantime', async () => {
    let days = retention
    const { seen } = openSection('data', {
      routes: [
        answerTo(getRetention, () => days),
        answerTo(setRetention, ({ body }) => {
          if ((body as { version: number }).version === 5) return undefined
          days = {
            ...retention,
            sources: retention.sources.map((one) => ({ ...one, rawDays: 400, version: 5 }) as never),
          }
          return failure('retention/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.type(await screen.findByLabelText('Records of level, in days'), '120')
    await user.click(screen.getByRole('button', { name: 'Save level' }))
    await user.click(await screen.findByRole('button', { name: 'Compare both' }))

    const records = within(await screen.findByRole('radiogroup', { name: 'Records' }))
    expect(records.getByRole<HTMLInputElement>('radio', { name: 'Yours: 120' }).checked).toBe(true)
    await user.click(records.getByRole('radio', { name: 'Theirs: 400' }))
    await user.click(screen.getByRole('button', { name: 'Use selected' }))

    expect(screen.getByLabelText<HTMLInputElement>('Records of level, in days').value).toBe('400')
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('says that another person changed how long a source is kept, and saves what was typed beside it', async () => {
    let days = retention
    const newer = { rawDays: 30, version: 5 }
    const { seen } = openSection('data', {
      routes: [
        answerTo(getRetention, () => days),
        answerTo(setRetention, ({ body }) => {
          if ((body as { version: number }).version === 5) return undefined
          days = {
            ...retention,
            sources: retention.sources.map((one) => ({ ...one, ...newer }) as never),
          }
          return failure('retention/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    const save = async () => {
      await user.click(screen.getByRole('button', { name: 'Save level' }))
      await user.click(await screen.findByRole('button', { name: 'Keep less' }))
    }
    await user.type(await screen.findByLabelText('Summaries of level, in days'), '400')
    await save()
    expect(await screen.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(screen.queryByText(/^Grace Hopper changed it in the meantime/)).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Records of level, in days').value).toBe('30')
    expect(screen.getByLabelText<HTMLInputElement>('Summaries of level, in days').value).toBe('400')
    await save()

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      dataID: 'tank-01',
      source: 'level',
      summaryDays: 400,
      version: 5,
    })
  })

  it('says how long the entity keeps data, and leads to where it is changed', async () => {
    openSection('data')

    expect(await screen.findByText('Northwind Water keeps records for 90 days and summaries forever.')).toBeDefined()
    const link = screen.getByRole('link', { name: 'Change for the entire entity' })
    expect(link.getAttribute('href')).toBe('/settings?tab=retention&entity=water')
  })

  it.each(['0', '1.5', '1e9', '1,5', 'x'])('refuses %s days beside the field, and saves nothing', async (days) => {
    openSection('data')
    const records = await screen.findByLabelText<HTMLInputElement>('Records of level, in days')

    await user.type(records, days)

    expect(records.value).toBe(days)
    expect(records.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save level' }).disabled).toBe(true)
  })

  it('shows what was refused and why', async () => {
    openSection('data')

    const refused = await panel('Last refused messages')
    expect(await refused.findByText('The message is not valid JSON.')).toBeDefined()
    expect(refused.getByText('{"level":')).toBeDefined()
    expect(refused.getByText('units/tank-01/data/level')).toBeDefined()
  })
})
