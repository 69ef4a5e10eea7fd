import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { expect } from '@playwright/test'
import { call, createUser, createUnit } from '../support/api.ts'
import { colourOf } from '../support/colour.ts'
import { signInToDashboard, test } from './journey.ts'

// spec 1-1-04, 1-2-136, 1-2-44, 1-2-47, 1-4-10
test('the map shows where the units are in the colour of their activity, and the card of a marker leads to its unit', async ({
  page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'map@journey.example', entity: 'Map Water' })
  await portal.sql(
    `insert into unit (data_id, friendly_name, last_activity_at, current_lat, current_lon, token_hash)
     values ('map-west', 'West well', now(), 40, -110, ''), ('map-east', 'East well', now() - interval '2 hours', 41, -90, '')`,
  )
  await portal.sql(
    `insert into unit_entity (data_id, entity_id) select data_id, $1 from unit where data_id like 'map-%'`,
    [admin.entity],
  )
  await signInToDashboard(page, portal, admin.email)

  const map = page.getByRole('region', { name: 'Map of the units' })
  await expect(map.locator('canvas')).toBeVisible()
  const west = map.getByRole('button', { name: 'West well, Current' })
  const east = map.getByRole('button', { name: 'East well, 2 hours ago' })
  await expect(west).toBeVisible()
  expect(await colourOf(west.locator('path').first(), 'fill')).toBe('green')
  expect(await colourOf(east.locator('path').first(), 'fill')).toBe('red')
  await east.click()
  await expect(map.getByText('2 hours ago', { exact: true })).toBeVisible()
  await expect(map.getByText('15 km south-west of Toulon')).toBeVisible()
  await map.getByRole('link', { name: 'Unit Dashboard' }).click()

  await expect(page).toHaveURL(/\/dashboard\/map-east$/)
})

test('a unit alone is shown with the name of the place that it is near to, and the name follows it', async ({
  page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'place@journey.example', entity: 'Place Water' })
  const token = await createUnit(portal, admin, 'place-truck')
  const drive = (lat: number, lon: number) =>
    call(portal, ingestSource, {
      params: { dataID: 'place-truck', source: 'location' },
      body: { lat, lon },
      token,
    })
  await drive(55.195, -1.6878)
  await signInToDashboard(page, portal, admin.email)

  const card = page.getByRole('link', { name: /place-truck/ })
  await expect(card.getByText('3 km north of Morpeth')).toBeVisible()
  const map = page.getByRole('region', { name: 'Map of the units' })
  // At the zoom of a single unit the line of the scale means 10 m, and the nearest name is three kilometres away.
  await expect(map.locator('.maplibregl-ctrl-scale')).toHaveText('1 km')
  await expect(map.getByRole('link', { name: 'GeoNames' })).toBeVisible()
  await expect(map.getByRole('link', { name: 'Natural Earth' })).toBeVisible()

  await drive(55.411, -1.705)
  await expect(card.getByText('in Alnwick')).toBeVisible()
})

// spec 1-9-07
test('without a unit on it the map shows the middle of the United States', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'empty-map@journey.example', entity: 'Empty Water' })
  const tiles: number[][] = []
  page.on('request', (request) => {
    const tile = /\/(\d+)\/(\d+)\/(\d+)(\.\w+)?$/.exec(new URL(request.url()).pathname)
    if (tile !== null) tiles.push(tile.slice(1, 4).map(Number))
  })
  await signInToDashboard(page, portal, admin.email)

  await expect(page.getByRole('region', { name: 'Map of the units' }).locator('canvas')).toBeVisible()
  // Of zoom 5 the tile that 39.2 degrees north and 98.9 west lie in, its neighbours, and none that is closer.
  await expect.poll(() => tiles.filter(([zoom]) => zoom === 5)).toContainEqual([5, 7, 12])
  for (const [zoom = 0, x = 0, y = 0] of tiles) {
    expect(zoom).toBeLessThanOrEqual(5)
    if (zoom === 5) expect([Math.abs(x - 7) <= 2, Math.abs(y - 12) <= 2]).toEqual([true, true])
  }
})
