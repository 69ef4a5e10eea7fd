import { expect } from '@playwright/test'
import { listPlaces } from '@fieldwatch/contract/places/places'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUnit, createUser, type SignedInUser } from '@fieldwatch/e2e/support/api'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'

let admin: SignedInUser

test.beforeAll(async ({ portal }) => {
  admin = await createUser(portal, { email: 'places@journey.example', entity: 'Places Water' })
})

test('a place is drawn with the mouse and moved with the arrow keys, and a visit to it is found', async ({
  page,
  portal,
}) => {
  const unit = await createUnit(portal, admin, 'places-truck')
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/places`)
  await expect(page.getByText('No places yet.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add place' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Depot')
  const map = page.getByRole('region', { name: 'Places on a map' })
  await map.locator('canvas').click({ position: { x: 300, y: 300 } })
  const centre = page.getByRole('button', { name: 'Centre' })
  await expect(centre).toBeVisible()
  const radius = page.getByRole('textbox', { name: 'Radius (m)' })
  await radius.fill('20000')
  const handle = page.getByRole('button', { name: 'Radius: move the border' })
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the handle of the radius is not there')
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 68, box.y + 8, { steps: 5 })
  await page.mouse.up()
  await expect(radius).not.toHaveValue('20000')
  await radius.fill('20000')
  const longitude = page.getByRole('textbox', { name: 'Longitude' })
  const before = Number(await longitude.inputValue())
  await centre.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(before)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Places' }).getByText('Depot')).toBeVisible()

  const { places } = (await call(portal, listPlaces, { token: admin.token, query: {} })).details
  const [place] = places
  if (place?.geometry.type !== 'Point') throw new Error('the place is no circle')
  const [lon, lat] = place.geometry.coordinates
  const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  await call(portal, ingestSource, {
    token: unit,
    params: { dataID: 'places-truck', source: 'location' },
    body: [
      { messageUTC: at(60), lat, lon },
      { messageUTC: at(30), lat: lat + 2, lon },
    ],
  })

  await page.goto(`${portal.url}/dashboard/places-truck/events`)
  await page.getByRole('button', { name: 'Add Event Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Event' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Depot visits')
  await dialog.getByText('A place', { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Place' }).selectOption({ label: 'Depot' })
  await dialog.getByLabel('Operation').selectOption({ label: 'is in' })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('In Depot')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Depot', exact: true })).toBeVisible()
})
