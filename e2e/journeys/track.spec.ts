import { expect } from '@playwright/test'
import type { MapSettings } from '@fieldwatch/contract/api/map'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createUser, createUnit } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

const template = TemplateDefinition.parse({
  title: 'Truck',
  overview: { maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon' }] },
})

test('the map shows where a unit is, where it was today, and where it is again', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'track@journey.example', entity: 'Track Water' })
  const token = await createUnit(portal, admin, 'track-truck')
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    'track-truck',
    admin.entity,
    template,
  ])
  await portal.sql(`update unit set default_template = 'track-truck' where data_id = 'track-truck'`)
  const unit = await connectUnit(portal, 'track-truck', token)
  const now = Date.now()
  const way = Array.from({ length: 30 }, (_, place) => ({
    messageUTC: new Date(now - (30 - place) * 1000).toISOString(),
    lat: 55 + place * 0.001,
    lon: -1.5,
  }))
  await unit.publishAsync('units/track-truck/data/location', JSON.stringify(way), { qos: 1 })
  await signIn(page, portal, admin.email)

  await page.goto(`${portal.url}/dashboard/track-truck`)
  await expect(page.getByRole('region', { name: 'Position of track-truck' })).toBeVisible()
  await page.goto(`${portal.url}/dashboard/track-truck?track=last-7-days`)
  await expect(page.getByText('30 points · 3.2 km')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Track of track-truck' }).getByLabel('Start')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Current Location' }).click()
  await expect(page.getByRole('region', { name: 'Position of track-truck' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/track-truck$/)
  await unit.endAsync()
})

test('our own map replaces Google Maps when that does not load', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'google@journey.example', entity: 'Google Water' })
  const details: MapSettings = { styleUrl: null, googleMapsKey: 'a-key', streets: null }
  await page.route('**/api/v1/map', (route) => route.fulfill({ json: { status: 'success', details } }))
  await page.route('https://maps.googleapis.com/**', (route) => route.abort())
  await signInToDashboard(page, portal, admin.email)

  const map = page.getByRole('region', { name: 'Map of the units' })
  await expect(map.getByText('Map Loading Error')).toBeVisible()
  await expect(map.getByText('Unable to load Google Maps. Please refresh the page or try again later.')).toBeVisible()
  await expect(map.locator('canvas')).toBeVisible()
})
