import { createCalculation, listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { expect, type Page } from '@playwright/test'
import { call, createUser, createUnit, readAll, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

const template = TemplateDefinition.parse({
  title: 'Tank',
  timeSeries: {
    charts: [
      {
        title: 'Volume',
        type: 'timeseries',
        specifications: { volume: [{ field: 'value', friendlyName: 'Volume', unit: 'l' }] },
      },
    ],
  },
})

/** A unit that sent a record a minute for two hours, with a chart of a source that is not there yet. */
async function prepareUnit(portal: Portal, user: SignedInUser, dataID: string) {
  const token = await createUnit(portal, user, dataID)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    `template-${dataID}`,
    user.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $2', [`template-${dataID}`, dataID])
  const unit = await connectUnit(portal, dataID, token)
  const now = Date.now()
  const records = Array.from({ length: 120 }, (_, minute) => ({
    messageUTC: new Date(now - (120 - minute) * 60_000).toISOString(),
    level: minute / 100,
  }))
  await unit.publishAsync(`units/${dataID}/data/tank`, JSON.stringify(records), { qos: 1 })
  return unit
}

async function openSources(page: Page) {
  await page.getByRole('button', { name: 'Calculated sources' }).click()
  return page.getByRole('dialog')
}

// spec 1-1-14, 1-2-87
test('a person makes a source from an equation, sees it filled and live on a chart, changes it and deletes it', async ({
  page,
  portal,
}) => {
  const user = await createUser(portal, {
    email: 'eve@calculations.example',
    entity: 'Calculations Water',
    role: 'viewer',
  })
  const owner = await createUser(portal, { email: 'olga@calculations.example', entity: 'Calculations Water' })
  const unit = await prepareUnit(portal, owner, 'calculated-tank')
  await signIn(page, portal, user.email)
  await page.goto(`${portal.url}/dashboard/calculated-tank/time-series`)

  const dialog = await openSources(page)
  await dialog.getByRole('button', { name: 'Create A New Source' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('volume')
  await dialog.getByRole('combobox', { name: 'Values' }).click()
  await page.getByRole('option', { name: 'tank.level' }).click()
  await dialog.getByRole('textbox', { name: 'Equation' }).fill('tank.level * 1000')
  await dialog.getByRole('textbox', { name: 'Unit' }).fill('l')
  await expect(dialog.getByText('1,190 l')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('tank.level * 1000')).toBeVisible()
  await expect(dialog.getByText(/^Since /)).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await expect(async () => {
    expect(await readAll(portal, user, 'calculated-tank', 'volume')).toHaveLength(120)
  }).toPass()
  await page.reload()
  await expect(page.getByText('1,190').first()).toBeVisible()
  await unit.publishAsync('units/calculated-tank/data/tank', JSON.stringify({ level: 1.234 }), { qos: 1 })
  await expect(page.getByText('1,234').first()).toBeVisible()

  await openSources(page)
  await dialog.getByRole('button', { name: 'Edit volume' }).click()
  await dialog.getByRole('textbox', { name: 'Equation' }).fill('tank.level * 2000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('tank.level * 2000')).toBeVisible()
  await expect(dialog.getByText(/^Since /)).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('2,468').first()).toBeVisible()

  await openSources(page)
  await dialog.getByRole('button', { name: 'Delete volume' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByText(/No calculated sources yet/)).toBeVisible()
  const { details } = await call(portal, listCalculations, {
    token: user.token,
    query: { dataID: 'calculated-tank' },
  })
  expect(details).toEqual([])
  await unit.endAsync()
})

for (const {
  colorScheme,
  viewport: { width },
} of AXE_FORM_SCREENS) {
  test(`axe finds nothing in the dialogs of calculated sources at ${width} px in the ${colorScheme} theme`, async ({
    page,
    portal,
    admin,
  }) => {
    const dataID = `axe-calculated-${colorScheme}-${width}`
    const unit = await prepareUnit(portal, admin, dataID)
    await call(portal, createCalculation, {
      token: admin.token,
      body: {
        dataID,
        name: 'volume',
        equation: 'tank.level * 1000',
        unit: 'l',
        startDate: '2026-01-01',
        values: [{ source: 'tank', field: 'level' }],
      },
    })
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = () => expectNoViolations(page, { within: '[role="dialog"]' })
    await signIn(page, portal, admin.email)
    await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)

    // A narrow window folds the tools of the charts away.
    if (width < 1024) await page.getByRole('button', { name: 'Chart tools' }).click()
    const dialog = await openSources(page)
    await expect(dialog.getByRole('button', { name: 'Edit volume' })).toBeVisible()
    await look()
    await dialog.getByRole('button', { name: 'Edit volume' }).click()
    await dialog.getByRole('textbox', { name: 'Equation' }).fill('tank.level + x.y')
    await expect(dialog.getByText('Invalid variable in equation: "x.y"')).toBeVisible()
    await look()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Delete volume' }).click()
    await expect(dialog.getByText(/All of its records are deleted/)).toBeVisible()
    await look()
    await unit.endAsync()
  })
}
