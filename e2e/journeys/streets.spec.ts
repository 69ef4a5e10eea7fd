import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { expect, test } from '@playwright/test'
import { writeTileArchive } from '../../scripts/write-tile-archive.ts'
import { createUser, PASSWORD } from '../support/api.ts'
import { startPortal } from '../support/portal.ts'

/** Around Morpeth: one tile of zoom 9, which maps draw larger close up. */
const TILE = { z: 9, x: 253, y: 161 }
const BOUNDS = [-2.109375, 54.98, -1.40625, 55.379] as const

// spec 1-2-136
test('a street map in a file of the portal is drawn, with whom it is from, and nothing is asked of others', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-streets-'))
  const file = join(folder, 'morpeth.pmtiles')
  await writeFile(file, streetMap())
  const portal = await startPortal({ FIELDWATCH_MAP_PMTILES: file })
  try {
    const admin = await createUser(portal, { email: 'streets@journey.example', entity: 'Street Water' })
    await portal.sql(`insert into unit (data_id, friendly_name, last_activity_at, current_lat, current_lon, token_hash)
      values ('street-pump', 'Street pump', now(), 55.18, -1.75, '')`)
    await portal.sql(`insert into unit_entity (data_id, entity_id) select data_id, $1 from unit`, [admin.entity])
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(portal.url)) foreign.push(request.url())
    })
    const tile = page.waitForResponse((response) => response.url().includes('/api/v1/map/streets/9/253/161'))

    await page.goto(`${portal.url}/login`)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()

    expect((await tile).status()).toBe(200)
    const map = page.getByRole('region', { name: 'Map of the units' })
    await expect(map.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible()
    await expect(map.getByRole('link', { name: 'Natural Earth' })).toBeVisible()
    await expect(map.getByRole('link', { name: 'GeoNames' })).toBeVisible()
    // There are streets close up, so the unit is shown as near as any.
    await expect(map.locator('.maplibregl-ctrl-scale')).toHaveText('10 m')
    expect(foreign).toEqual([])
  } finally {
    await portal.close()
    await rm(folder, { recursive: true })
  }
})

/** Ground, two roads that cross in the middle, and a town, in the scheme of Protomaps. */
function streetMap(): Uint8Array {
  const square = [
    [0, 0],
    [4096, 0],
    [4096, 4096],
    [0, 4096],
    [0, 0],
  ] satisfies [number, number][]
  const road = (name: string, line: [number, number][]) => ({
    type: 2 as const,
    geometry: [line],
    tags: { kind: 'major_road', name },
  })
  const layers = {
    earth: { features: [{ type: 3 as const, geometry: [square], tags: { kind: 'earth' } }] },
    roads: {
      features: [
        road('Newgate Street', [
          [0, 2048],
          [4096, 2048],
        ]),
        road('Bridge Street', [
          [2048, 0],
          [2048, 4096],
        ]),
      ],
    },
    places: {
      features: [
        {
          type: 1 as const,
          geometry: [[2200, 1900]] as [number, number][],
          tags: { kind: 'locality', name: 'Morpeth' },
        },
      ],
    },
  }
  const bytes = fromGeojsonVt(layers, { version: 2, extent: 4096 })
  return writeTileArchive([{ ...TILE, bytes }], {
    bounds: BOUNDS,
    metadata: {
      attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
      vector_layers: Object.keys(layers).map((id) => ({ id })),
    },
  })
}
