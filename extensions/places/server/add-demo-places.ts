import { createPlace, listPlaces } from '@fieldwatch/contract/places/places'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { addDemoEvents, type DemoTable } from '@fieldwatch/server/demo/add-demo-events'
import type { DemoCall } from '@fieldwatch/server/demo/call-demo'
import { systemClock } from '@fieldwatch/server/platform/time/clock'

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

const VISITS: DemoTable = {
  dataID: 'truck-01',
  name: 'Visits',
  comparison: 'location in group Sites',
  values: [],
  tags: ['Pump replaced'],
}

interface Options {
  readonly now?: number
  /** As `addDemoEvents` has it. */
  readonly wait?: () => Promise<unknown>
}

/** Adds the places that are not there yet, and a table of the visits of the truck to them. Returns how many visits there are. */
export async function addDemoPlaces(
  call: DemoCall,
  { now = systemClock(), ...options }: Options = {},
): Promise<number> {
  const { places } = (await call(listPlaces, {})).details
  for (const place of DEMO_PLACES.filter(({ name }) => !places.some((one) => one.name === name)))
    await call(createPlace, { body: place })
  return addDemoEvents(call, { now, tables: [VISITS], ...options })
}
