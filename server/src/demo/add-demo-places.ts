import { createPlace, listPlaces } from '@fieldwatch/contract/places/places'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { callDemo } from './call-demo.ts'

type DemoPlace = Omit<CallOf<typeof createPlace>['body'], 'entity'>

const SITES = { group: 'Sites', colour: 'blue' } as const

/** Where the truck of the demo stops. */
const DEMO_PLACES: readonly DemoPlace[] = [
  { name: 'Depot', colour: 'orange', ...circle([-1.5912, 55.0829], 300) },
  { name: 'Morpeth reservoir', ...SITES, ...circle([-1.6893, 55.1668], 250) },
  { name: 'Ashington works', ...SITES, ...circle([-1.5682, 55.1815], 250) },
  { name: 'Newbiggin outfall', ...SITES, ...circle([-1.5106, 55.1871], 250) },
  {
    name: 'Blyth harbour',
    ...SITES,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-1.5161, 55.1262],
          [-1.5053, 55.1253],
          [-1.5029, 55.1301],
          [-1.5139, 55.1312],
          [-1.5161, 55.1262],
        ],
      ],
    },
  },
]

function circle(coordinates: [longitude: number, latitude: number], radius: number) {
  return { geometry: { type: 'Point' as const, coordinates }, radius }
}

/** Adds the places of the demo that are not there yet, as its admin would. Returns how many it has. */
export async function addDemoPlaces(url: string): Promise<number> {
  await using call = await callDemo(url)
  const { places } = (await call(listPlaces, {})).details
  for (const place of DEMO_PLACES.filter(({ name }) => !places.some((one) => one.name === name)))
    await call(createPlace, { body: place })
  return DEMO_PLACES.length
}
