import { expect } from '@playwright/test'
import { type DataDocument, listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { call, createUnit, createUser } from '../support/api.ts'
import { signIn, test } from './journey.ts'

test('what someone else changed in the meantime is shown, and neither change is lost', async ({ page, portal }) => {
  const dataID = 'between-1'
  const ada = await createUser(portal, { email: 'ada@between.example', entity: 'Between Water' })
  const grace = await createUser(portal, { email: 'grace@between.example', entity: 'Between Water' })
  await createUnit(portal, ada, dataID)
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/management`)
  await page.getByRole('button', { name: 'Update Device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Friendly name').fill('North tank')
  const body = new FormData()
  body.append('dataID', dataID)
  body.append('description', 'By the road.')
  const headers = { authorization: `Bearer ${grace.token}` }
  expect((await fetch(portal.url + updateUnit.path, { method: 'PUT', headers, body })).status).toBe(200)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('grace@between.example changed it in the meantime')
  await page.getByRole('button', { name: 'Load the newer version' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Friendly name')).toHaveValue('North tank')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  const unit = (await call(portal, listUnits, { token: ada.token, query: { dataID } })).details as DataDocument
  expect([unit.friendlyName, unit.description]).toEqual(['North tank', 'By the road.'])
})
