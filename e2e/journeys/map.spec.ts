import { expect } from '@playwright/test'
import { createPerson } from '../support/api.ts'
import { signIn, test } from './journey.ts'

test('the map shows where the units are, and the card of a marker leads to its unit', async ({ page, portal }) => {
  const admin = await createPerson(portal, { email: 'map@journey.example', entity: 'Map Water' })
  await portal.sql(
    `insert into unit (data_id, friendly_name, last_activity_at, current_lat, current_lon, token_hash)
     values ('map-west', 'West well', now(), 40, -110, ''), ('map-east', 'East well', now() - interval '2 hours', 41, -90, '')`,
  )
  await portal.sql(
    `insert into unit_entity (data_id, entity_id) select data_id, $1 from unit where data_id like 'map-%'`,
    [admin.entity],
  )
  await signIn(page, portal, admin.email)

  const map = page.getByRole('region', { name: 'Map of the units' })
  await expect(map.locator('canvas')).toBeVisible()
  await expect(map.getByRole('button', { name: 'West well, Current' })).toBeVisible()
  await map.getByRole('button', { name: 'East well, 2 hours ago' }).click()
  await expect(map.getByText('2 hours ago', { exact: true })).toBeVisible()
  await map.getByRole('link', { name: 'Unit Dashboard' }).click()

  await expect(page).toHaveURL(/\/dashboard\/map-east$/)
})
