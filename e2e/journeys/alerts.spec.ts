import { expect } from '@playwright/test'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { listUsers } from '@fieldwatch/contract/people/users'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUnit, createUser } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  // spec 2-1-10
  test(`the wizard makes one alert by a double click, and axe finds nothing in its steps, on ${size} in the ${colorScheme} theme`, async ({
    page,
    portal,
    admin,
  }) => {
    const dataID = `wizard-${colorScheme}-${viewport.width}`
    const token = await createUnit(portal, admin, dataID)
    await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace('/:source', ''), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tank: [9, 4].map((temp, n) => ({ messageUTC: Date.now() - 60_000 + n, temp })) }),
    })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, portal, admin.email)
    await page.goto(`${portal.url}/settings?tab=alerts`)
    await page.getByRole('button', { name: 'Create Alert' }).click()
    const wizard = page.getByRole('dialog', { name: 'Create Alert' })
    const next = wizard.getByRole('button', { name: 'Next' })

    await next.click()
    await expect(wizard.getByText('A name is required.')).toBeVisible()
    await expectNoViolations(page)
    await wizard.getByLabel('Name').fill('Too warm')
    await next.click()
    await wizard.getByLabel(new RegExp(dataID)).check()
    await expectNoViolations(page)
    await next.click()
    await wizard.getByLabel('Source').selectOption('tank')
    await expect(wizard.getByLabel('Field')).toHaveValue('temp')
    await wizard.getByLabel('Operator').selectOption('greater than')
    await wizard.getByRole('textbox', { name: 'Value' }).fill('8')
    await expect(wizard.getByText(/it would have been triggered once/)).toBeVisible()
    await expect(wizard.getByRole('application')).toBeVisible()
    await expectNoViolations(page)
    await next.click()
    await wizard.getByLabel('Repeat while it lasts').check()
    await wizard.getByLabel('Hours').fill('6')
    await next.click()
    await expect(wizard.getByText(/a reminder every 6 hours/)).toBeVisible()
    await expectNoViolations(page)
    await wizard.getByRole('button', { name: 'Create Alert' }).dblclick()

    await expect(wizard).toHaveCount(0)
    const { details } = await call(portal, listAlerts, { token: admin.token, query: { dataID } })
    expect(
      details.map(({ name, devices, condition, interval, mine }) => [name, devices, condition, interval, mine]),
    ).toEqual([['Too warm', [dataID], { field: 'temp', operator: 'greater than', constant: 8 }, 21_600, 'owner']])
  })
}

test('a value crosses the limit and open pages say so by themselves, its owner acknowledges it, a viewer only leaves it', async ({
  page,
  browser,
  portal,
}) => {
  const owner = await createUser(portal, { email: 'olga@alerts.example', entity: 'Alerts Water', role: 'viewer' })
  const admin = await createUser(portal, { email: 'ada@alerts.example', entity: 'Alerts Water' })
  const unit = await connectUnit(portal, 'store-1', await createUnit(portal, admin, 'store-1'))
  await unit.publishAsync('units/store-1/data/room', JSON.stringify({ temp: 4 }), { qos: 1 })
  const { details } = await call(portal, listUsers, { token: admin.token, query: { entity: admin.entity } })
  const userId = details.users.find(({ email }) => email === admin.email)?.id
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Too warm', source: 'room', condition, devices: ['store-1'], viewers: userId ? [userId] : [] }
  await call(portal, createAlert, { token: owner.token, body })
  await signIn(page, portal, owner.email)
  await page.goto(`${portal.url}/settings?tab=alerts`)
  const row = page.getByRole('row', { name: /Too warm/ })
  await expect(row.getByText('OK', { exact: true })).toBeVisible()
  const colleague = await (await browser.newContext()).newPage()
  await signIn(colleague, portal, admin.email)
  await colleague.goto(`${portal.url}/dashboard/store-1/management/alerts`)
  const shared = colleague.getByRole('row', { name: /Too warm/ })
  await expect(shared.getByText('OK', { exact: true })).toBeVisible()

  await unit.publishAsync('units/store-1/data/room', JSON.stringify({ temp: 9.5 }), { qos: 1 })

  await expect(row.getByText('Triggered')).toBeVisible()
  await expect(shared.getByText('Triggered')).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Triggered' })).toBeVisible()
  await row.getByRole('button', { name: 'Too warm', exact: true }).click()
  const alert = page.getByRole('dialog', { name: 'Too warm', exact: true })
  await expect(alert.getByText('Triggered at 9.5, limit 8')).toBeVisible()
  await expectNoViolations(page)
  await alert.getByRole('button', { name: 'Snooze' }).click()
  await expect(page.getByRole('dialog', { name: 'Snooze Too warm' }).getByLabel('For')).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  const form = page.getByRole('dialog', { name: 'Acknowledge Too warm' })
  await form.getByLabel('Comment').fill('On my way.')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Acknowledge' }).dblclick()
  await expect(alert.getByRole('cell', { name: /^Acknowledged.*: On my way\.$/ })).toHaveCount(2)
  await shared.getByRole('button', { name: 'Actions for Too warm' }).click()
  await expect(colleague.getByRole('menuitem')).toHaveText(['Unsubscribe'])
  await expectNoViolations(colleague)
  await alert.getByRole('link', { name: /\d\d:\d\d/ }).click()
  await expect(page).toHaveURL(/time-series\?history=.*&alert=.*&at=/)
  await colleague.context().close()
  await unit.endAsync()
})
