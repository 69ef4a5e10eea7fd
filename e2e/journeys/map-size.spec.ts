import { expect, type Request } from '@playwright/test'
import { createUser, PASSWORD } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { test } from './journey.ts'

const BUDGET_BYTES = 300_000

// spec 1-2-136
test('the first view of a map takes at most 300 kB of ground and names, none of it from elsewhere', async ({
  freshPage: page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'map@size.example', entity: 'Size Water' })
  await portal.sql(`insert into unit (data_id, friendly_name, last_activity_at, current_lat, current_lon, token_hash)
    select 'size-' || n, 'Unit ' || n, now(), 38 + 2 * n, -6 + 2 * n, '' from generate_series(0, 10) n`)
  await portal.sql(
    `insert into unit_entity (data_id, entity_id) select data_id, $1 from unit where data_id like 'size-%'`,
    [admin.entity],
  )
  const finished: Request[] = []
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('requestfinished', (request) => {
    underWay.delete(request)
    finished.push(request)
  })

  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Map of the units' }).locator('canvas')).toBeVisible()
  // Much of Europe: nowhere are more names.
  await expect.poll(() => kindsOf(finished), { timeout: 30_000 }).toEqual({ world: true, places: true })
  // The stream of the units stays open: the network as a whole is never idle.
  await expect.poll(() => [...underWay].filter(isTile).length, { timeout: 30_000 }).toBe(0)

  const tiles = finished.filter(isTile)
  const sizes = await Promise.all(tiles.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + Math.max(0, responseBodySize), 0)
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES)
  expect(finished.map((request) => request.url()).filter((url) => !isOwn(url, portal))).toEqual([])
})

function kindsOf(requests: readonly Request[]) {
  const of = (kind: string) => requests.some((request) => request.url().includes(`/api/v1/map/${kind}/`))
  return { world: of('world'), places: of('places') }
}

function isTile(request: Request): boolean {
  return request.url().includes('/api/v1/map/')
}

/** Pictures that the page itself made have addresses too. */
function isOwn(url: string, portal: Portal): boolean {
  return url.startsWith(portal.url) || url.startsWith('data:') || url.startsWith('blob:')
}
