import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { getActionRequest, putAction } from '@fieldwatch/contract/actions'
import { createCalculation, listCalculations, updateCalculation } from '@fieldwatch/contract/calculations'
import { createEntity, getEntity, updateEntity } from '@fieldwatch/contract/entities'
import { createEvent } from '@fieldwatch/contract/events'
import { TemplateId } from '@fieldwatch/contract/ids'
import { ingestSource } from '@fieldwatch/contract/ingest'
import type { ReportDefinition } from '@fieldwatch/contract/reports'
import { getRetention, setRetention } from '@fieldwatch/contract/retention'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates'
import { type Channel, readBusConfiguration } from '@fieldwatch/contract/sensor-buses'
import { type DataDocument, listUnits, setPausedData, updateUnit } from '@fieldwatch/contract/units'
import { createLabel, listLabels, updateLabel } from '@fieldwatch/contract/labels'
import { getMe, getUser, listUsers, updateUsers } from '@fieldwatch/contract/users'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { startGateway } from '../support/gateway.ts'
import { signIn, test } from './journey.ts'

const ENTITY = 'Meanwhile Water'

/** A form that Ada has open while Grace changes the same thing. */
interface Row {
  /** Opens the form for Ada, and changes one thing in it without saving. */
  open: (page: Page) => Promise<void>
  /** Grace changes another thing. */
  meanwhile: () => Promise<unknown>
  save: (page: Page) => Locator
  /** Asks first, where less is kept. */
  ask?: (page: Page) => Locator
  /** What was typed, which must still be there after the newer one was loaded. */
  typed: (page: Page) => Promise<void>
  /** Waits for what is seen once it is saved. */
  saved: (page: Page) => Promise<void>
  /** Both changes, as the server has them. */
  both: () => Promise<unknown>
  expected: unknown
}

let portal: Portal
let ada: SignedInUser
let grace: SignedInUser
let units = 0

test.beforeAll(async ({ portal: started }) => {
  portal = started
  ada = await createUser(portal, { email: 'ada@meanwhile.example', entity: ENTITY })
  grace = await createUser(portal, { email: 'grace@meanwhile.example', entity: ENTITY })
})

const dialog = (page: Page) => page.getByRole('dialog')
const closed = async (page: Page) => expect(dialog(page)).toHaveCount(0)
const dialogSave = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

async function settings(page: Page, tab: string): Promise<void> {
  await page.goto(`${portal.url}/settings${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function addUnit(): Promise<string> {
  units += 1
  const dataID = `meanwhile-${units}`
  const token = await createUnit(portal, ada, dataID)
  const path = ingestSource.path.replace(':dataID', dataID).replace('/:source', '')
  await fetch(portal.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tank: [{ level: 1 }], flow: [{ rate: 2 }] }),
  })
  return dataID
}

const unit = async (dataID: string) =>
  (await call(portal, listUnits, { token: ada.token, query: { dataID } })).details as DataDocument

async function openManagement(page: Page, dataID: string, section = ''): Promise<void> {
  await page.goto(`${portal.url}/dashboard/${dataID}/management${section}`)
  await expect(page.getByRole('navigation', { name: 'Management' })).toBeVisible()
}

async function addPerson(name: string): Promise<string> {
  const email = `${name}@meanwhile.example`
  // One of the rows renames the entity.
  const entity = await call(portal, getEntity, { token: ada.token, params: { id: ada.entity } })
  await createUser(portal, { email, entity: entity.details.name })
  const { details } = await call(portal, listUsers, { token: ada.token, query: {} })
  const uid = details.users.find((user) => user.email === email)?.id ?? ''
  const body = { userUID: uid, firstName: 'Linus', lastName: name }
  await call(portal, updateUsers, { token: grace.token, body })
  return uid
}

function channelOf(configuration: unknown): Channel {
  const { configuration: read } = readBusConfiguration(configuration)
  const channel = read?.buses[0]?.channels[9]
  if (channel === undefined) throw new Error('The gateway has no channel 9')
  return channel
}

const ROWS: Readonly<Record<string, () => Promise<Row>>> = {
  'Edit user': async () => {
    const uid = await addPerson('edited')
    const user = async () => (await call(portal, getUser, { token: ada.token, params: { uid } })).details
    return {
      open: async (page) => {
        await settings(page, '?tab=my-company')
        await page.getByRole('button', { name: 'Actions for Linus edited' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await dialog(page).getByLabel('First Name').fill('Benedict')
      },
      meanwhile: () => call(portal, updateUsers, { token: grace.token, body: { userUID: uid, role: 'viewer' } }),
      save: (page) => dialog(page).getByRole('button', { name: 'Submit' }),
      typed: (page) => expect(dialog(page).getByLabel('First Name')).toHaveValue('Benedict'),
      saved: closed,
      both: async () => [(await user()).firstName, (await user()).role],
      expected: ['Benedict', 'viewer'],
    }
  },
  Profile: async () => {
    const me = async () => (await call(portal, getMe, { token: ada.token })).details
    const { id } = await me()
    return {
      open: async (page) => {
        await settings(page, '')
        await page.getByRole('button', { name: 'Edit' }).click()
        await page.getByLabel('First Name').fill('Augusta')
        await page.getByLabel('Last Name').fill('King')
      },
      meanwhile: () => call(portal, updateUsers, { token: grace.token, body: { userUID: id, company: 'Northwind' } }),
      save: (page) => page.getByRole('button', { name: 'Save' }),
      typed: (page) => expect(page.getByLabel('First Name')).toHaveValue('Augusta'),
      saved: (page) => expect(page.getByRole('button', { name: 'Edit' })).toBeVisible(),
      both: async () => [(await me()).firstName, (await me()).company],
      expected: ['Augusta', 'Northwind'],
    }
  },
  'Edit Company': async () => {
    const { entity: entityID } = ada
    const entity = async () => (await call(portal, getEntity, { token: ada.token, params: { id: entityID } })).details
    return {
      open: async (page) => {
        await settings(page, '?tab=my-company')
        await page.getByRole('region', { name: 'Company' }).getByRole('button', { name: 'Edit' }).click()
        await dialog(page).getByLabel('Entity URL').fill('https://water.example')
      },
      meanwhile: () => changeEntity(entityID, 'Meanwhile Waters'),
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Entity URL')).toHaveValue('https://water.example'),
      saved: closed,
      both: async () => [(await entity()).name, (await entity()).url],
      expected: ['Meanwhile Waters', 'https://water.example'],
    }
  },
  'Edit Entity': async () => {
    const form = new FormData()
    form.append('name', 'Below')
    const response = await fetch(portal.url + createEntity.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: form,
    })
    const { details } = (await response.json()) as { details: { entityID: string } }
    const id = details.entityID
    const entity = async () => (await call(portal, getEntity, { token: ada.token, params: { id } })).details
    return {
      open: async (page) => {
        await settings(page, '?tab=entities')
        await page.getByRole('button', { name: 'Edit Below' }).click()
        await dialog(page).getByLabel('Status').selectOption('Disabled')
      },
      meanwhile: () => changeEntity(id, 'Deep'),
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Status')).toHaveValue('disabled'),
      saved: closed,
      both: async () => [(await entity()).name, (await entity()).status],
      expected: ['Deep', 'disabled'],
    }
  },
  'Channel of a gateway': async () => {
    const dataID = 'meanwhile-gateway'
    const token = await createUnit(portal, ada, dataID)
    const channel = { description: 'Blower', report_interval: 60, scale: { max: 50 } }
    const busesWith = (changed: object) => ({
      buses: [{ bus_id: 'can0', channels: { 9: { ...channel, ...changed } } }],
    })
    const gateway = await startGateway(portal, { dataID, token, configuration: busesWith({}) })
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard/${dataID}/xetasense`)
        await page.getByRole('button', { name: /^Channel 9,/ }).click()
        await dialog(page).getByLabel('Report interval').fill('30')
      },
      meanwhile: async () => {
        const payload = { UpdateConfig: busesWith({ description: 'Big blower' }) }
        const body = { dataID, actionClass: 'Xetasense', payload } as const
        const { details } = await call(portal, putAction, { token: grace.token, body })
        const params = { action_id: details.action_id }
        const status = async () => (await call(portal, getActionRequest, { token: grace.token, params })).details.status
        await expect.poll(status).toBe('OK')
      },
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Report interval')).toHaveValue('30'),
      saved: closed,
      both: async () => {
        const { description, report_interval } = channelOf(gateway.configuration())
        await gateway.end()
        return [description, report_interval]
      },
      expected: ['Big blower', 30],
    }
  },
  'Update Device': async () => {
    const dataID = await addUnit()
    return {
      open: async (page) => {
        await openManagement(page, dataID)
        await page.getByRole('button', { name: 'Update Device' }).click()
        await dialog(page).getByLabel('Friendly name').fill('North tank')
      },
      meanwhile: () => describe(dataID, 'By the road.'),
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Friendly name')).toHaveValue('North tank'),
      saved: closed,
      both: async () => [(await unit(dataID)).friendlyName, (await unit(dataID)).description],
      expected: ['North tank', 'By the road.'],
    }
  },
  'Edit the label': async () => {
    const added = { name: 'Visit soon', colour: 'blue' as const }
    const { labelID, version } = (await call(portal, createLabel, { token: ada.token, body: added })).details
    const label = async () => {
      const { details } = await call(portal, listLabels, { token: ada.token, query: {} })
      return details.find((one) => one.labelID === labelID)
    }
    const form = (page: Page) => page.getByRole('dialog', { name: 'Edit the label', exact: true })
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard`)
        await page.getByRole('button', { name: 'Edit labels', exact: true }).click()
        await page.getByRole('button', { name: 'Edit Visit soon', exact: true }).click()
        await form(page).getByLabel('Name').fill('Visit today')
      },
      meanwhile: () => call(portal, updateLabel, { token: grace.token, body: { labelID, version, colour: 'red' } }),
      save: (page) => form(page).getByRole('button', { name: 'Save', exact: true }),
      typed: (page) => expect(form(page).getByLabel('Name')).toHaveValue('Visit today'),
      saved: (page) => expect(form(page)).toHaveCount(0),
      both: async () => [(await label())?.name, (await label())?.colour],
      expected: ['Visit today', 'red'],
    }
  },
  'How long a source is kept': async () => {
    const dataID = await addUnit()
    return {
      open: async (page) => {
        await openManagement(page, dataID, '/data')
        await page.getByLabel('Summaries of tank, in days').fill('400')
      },
      meanwhile: () =>
        call(portal, setRetention, { token: grace.token, body: { dataID, source: 'tank', rawDays: 30 } }),
      ask: (page) => page.getByRole('button', { name: 'Save tank' }),
      save: (page) => dialog(page).getByRole('button', { name: 'Keep less' }),
      typed: (page) => expect(page.getByLabel('Summaries of tank, in days')).toHaveValue('400'),
      saved: async (page) => {
        await closed(page)
        await expect(page.getByRole('button', { name: 'Save tank' })).toBeDisabled()
      },
      both: async () => {
        const { details } = await call(portal, getRetention, { token: ada.token, query: { dataID } })
        const tank = details.sources.find(({ source }) => source === 'tank')
        return [tank?.rawDays, tank?.summaryDays]
      },
      expected: [30, 400],
    }
  },
  'How long an entity keeps': async () => {
    const dataID = await addUnit()
    const { entity: entityID } = ada
    const name = (await call(portal, getEntity, { token: ada.token, params: { id: entityID } })).details.name
    const days = (page: Page) => page.getByLabel(`Summaries of Entity ${name}, in days`)
    const button = (page: Page) => page.getByRole('button', { name: `Save Entity ${name}` })
    return {
      open: async (page) => {
        await openManagement(page, dataID, '/data')
        await days(page).fill('500')
      },
      meanwhile: () => call(portal, setRetention, { token: grace.token, body: { entityID, rawDays: 60 } }),
      ask: button,
      save: (page) => dialog(page).getByRole('button', { name: 'Keep less' }),
      typed: (page) => expect(days(page)).toHaveValue('500'),
      saved: async (page) => {
        await closed(page)
        await expect(button(page)).toBeDisabled()
      },
      both: async () => {
        const { details } = await call(portal, getRetention, { token: ada.token, query: { dataID } })
        const kept = details.entities.find((entity) => entity.entityID === entityID)
        return [kept?.rawDays, kept?.summaryDays]
      },
      expected: [60, 500],
    }
  },
  'Columns of an event table': async () => {
    const dataID = await addUnit()
    const rule = { name: 'Too high', comparison: 'tank.level > 1', startDate: '2026-01-01', values: [] }
    await call(portal, createEvent, { token: ada.token, body: { dataID, ...rule } })
    const template = async () => {
      const { customTemplate } = await unit(dataID)
      return (await call(portal, getTemplate, { token: ada.token, params: { id: customTemplate ?? '' } })).details
    }
    const duration = (page: Page) => dialog(page).getByRole('checkbox', { name: 'Duration' })
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard/${dataID}/events`)
        await page.getByRole('button', { name: 'Customize Columns' }).click()
        await duration(page).uncheck()
      },
      meanwhile: async () => {
        const shown = await template()
        const body = { templateID: shown.id, dataID, template: { ...shown, title: 'Renamed' }, version: shown.version }
        await call(portal, putTemplate, { token: grace.token, body })
      },
      save: dialogSave,
      typed: (page) => expect(duration(page)).not.toBeChecked(),
      saved: closed,
      both: async () => {
        const { title, events } = await template()
        return [title, events?.[0]?.columns]
      },
      expected: ['Renamed', ['startUTC', 'endUTC', 'tag']],
    }
  },
  'Calculated source': async () => {
    const dataID = await addUnit()
    const values = [{ source: 'tank', field: 'level' }]
    const rule = { dataID, name: 'share', equation: 'tank.level', unit: 'm', startDate: '2026-01-01', values }
    await call(portal, createCalculation, { token: ada.token, body: rule })
    const all = async () => (await call(portal, listCalculations, { token: ada.token, query: { dataID } })).details
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)
        await page.getByRole('button', { name: 'Calculated sources' }).click()
        await page.getByRole('button', { name: 'Edit share' }).click()
        await dialog(page).getByRole('textbox', { name: 'Unit' }).fill('km')
      },
      meanwhile: () =>
        call(portal, updateCalculation, { token: grace.token, body: { ...rule, equation: 'tank.level * 2' } }),
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByRole('textbox', { name: 'Unit' })).toHaveValue('km'),
      saved: (page) => expect(page.getByRole('button', { name: 'Edit share' })).toBeVisible(),
      both: async () => (await all()).map(({ equation, unit: measure }) => [equation, measure])[0],
      expected: ['tank.level * 2', 'km'],
    }
  },
  'A report': async () => {
    const dataID = await addUnit()
    const draft = { dataID, name: 'high', comparison: 'tank.level > 0', startDate: '2026-01-01' }
    await call(portal, createEvent, { token: ada.token, body: draft })
    const { customTemplate } = await unit(dataID)
    const id = customTemplate ?? TemplateId.parse('none')
    const template = async () => (await call(portal, getTemplate, { token: ada.token, params: { id } })).details
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard/${dataID}/events`)
        await page.getByRole('combobox', { name: 'Report of high' }).click()
        await page.getByRole('option', { name: '+ Create New Report' }).click()
        await dialog(page).getByLabel('Report name').fill('mine')
        await dialog(page).getByRole('combobox', { name: 'Value' }).selectOption('tag')
      },
      meanwhile: async () => {
        const theirs = { ...TAGS, name: 'theirs' }
        const changed = { ...(await template()), reports: { theirs } }
        return call(portal, putTemplate, { token: grace.token, body: { templateID: id, dataID, template: changed } })
      },
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Report name')).toHaveValue('mine'),
      saved: closed,
      both: async () =>
        Object.keys((await template()).reports ?? {}).toSorted((one, other) => one.localeCompare(other)),
      expected: ['mine', 'theirs'],
    }
  },
}

const TAGS: ReportDefinition = {
  name: 'tags',
  columns: ['Tag'],
  values: ['tag'],
  formats: ['string'],
  includeCoordinates: false,
}

/** The forms of entities and units carry files, so they are sent as forms. */
async function sendForm(path: string, fields: Record<string, string>): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = await fetch(portal.url + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${grace.token}` },
    body: form,
  })
  expect(response.status).toBe(200)
}

const changeEntity = (entityID: string, name: string) => sendForm(updateEntity.path, { entityID, name })
const describe = (dataID: string, description: string) => sendForm(updateUnit.path, { dataID, description })

async function save(page: Page, row: Row): Promise<void> {
  await row.ask?.(page).click()
  await row.save(page).click()
}

for (const [what, build] of Object.entries(ROWS)) {
  test(`${what}: a change made meanwhile is told, and neither change is lost`, async ({ page }) => {
    const row = await build()
    await signIn(page, portal, ada.email)
    await row.open(page)
    await row.meanwhile()

    await save(page, row)
    await expect(page.getByRole('alert')).toContainText('grace@meanwhile.example changed it meanwhile')
    await page.getByRole('button', { name: 'Load the newer one' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await row.typed(page)
    await save(page, row)
    await row.saved(page)

    expect(await row.both()).toEqual(row.expected)
  })
}

test('a role in the table: a change made meanwhile is told and shown, and nothing is overwritten', async ({ page }) => {
  const uid = await addPerson('listed')
  await signIn(page, portal, ada.email)
  await settings(page, '?tab=my-company')
  const role = page.getByRole('combobox', { name: 'Role of Linus listed' })
  await expect(role).toHaveValue('admin')
  await call(portal, updateUsers, { token: grace.token, body: { userUID: uid, status: 'disabled' } })

  await role.selectOption('viewer')
  await dialog(page).getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByRole('alert')).toContainText('grace@meanwhile.example changed it meanwhile')
  await expect(page.getByRole('combobox', { name: 'Status of Linus listed' })).toHaveValue('disabled')
  await expect(role).toHaveValue('admin')
  await role.selectOption('viewer')
  await dialog(page).getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByText(/^Results: /)).toBeVisible()

  const { details } = await call(portal, getUser, { token: ada.token, params: { uid } })
  expect([details.role, details.status]).toEqual(['viewer', 'disabled'])
})

test('whether a unit is active: a change made meanwhile is told, and nothing is overwritten', async ({ page }) => {
  const dataID = await addUnit()
  await signIn(page, portal, ada.email)
  await openManagement(page, dataID, '/administration')
  const active = page.getByRole('switch', { name: 'Active' })
  // The page hears of changes at once: this one comes while its own is on its way.
  const firstChange = async (route: Route): Promise<void> => {
    await describe(dataID, 'By the road.')
    await route.continue()
  }
  await page.route(`**/api/v1/devices/${dataID}`, firstChange, { times: 1 })

  await active.click()
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('alert')).toContainText('grace@meanwhile.example changed it meanwhile')
  expect((await unit(dataID)).active).toBe(true)
  await page.getByRole('button', { name: 'Load the newer one' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // What was asked for is still there, and asks again.
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(active).not.toBeChecked()

  const { active: isActive, description } = await unit(dataID)
  expect([isActive, description]).toEqual([false, 'By the road.'])
})

test('notifications: a change made meanwhile is told and shown, and nothing is overwritten', async ({ page }) => {
  const me = async () => (await call(portal, getMe, { token: ada.token })).details
  const { id, notifications } = await me()
  await signIn(page, portal, ada.email)
  await settings(page, '')
  const email = page.getByRole('switch', { name: 'Email' })
  await expect(email).toBeEnabled()
  const before = await email.isChecked()
  await call(portal, updateUsers, { token: grace.token, body: { userUID: id, company: 'Southwind' } })

  await email.click()
  await expect(page.getByRole('alert')).toContainText('grace@meanwhile.example changed it meanwhile')
  expect((await me()).notifications).toEqual(notifications)
  await expect(email).toBeChecked({ checked: before })
  await expect(email).toBeEnabled()
  await email.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(email).toBeChecked({ checked: !before })
  // What was chosen is shown before it is saved.
  await expect(email).toBeEnabled()

  const after = await me()
  expect(after.company).toBe('Southwind')
  expect(after.notifications).not.toEqual(notifications)
})

test('two collections that two people resume both go on', async ({ page }) => {
  const dataID = await addUnit()
  await call(portal, setPausedData, { token: ada.token, body: { dataID, pause: ['tank', 'flow'] } })
  await signIn(page, portal, ada.email)
  await openManagement(page, dataID, '/data')
  await expect(page.getByRole('button', { name: 'Resume tank' })).toBeVisible()
  await call(portal, setPausedData, { token: grace.token, body: { dataID, resume: ['flow'] } })

  await page.getByRole('button', { name: 'Resume tank' }).click()
  await expect(page.getByRole('button', { name: 'Pause tank' })).toBeEnabled()

  expect((await unit(dataID)).pausedData).toEqual([])
})
