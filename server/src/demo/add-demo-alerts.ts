import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { callDemo } from './call-demo.ts'
import { DEMO_UNITS } from './demo-units.ts'

type DemoAlert = Omit<CallOf<typeof createAlert>['body'], 'entity'>

const VIEWER = 'northwind-viewer'

/** The alerts of the demo. The pressure is low while the pump is off, so that one of its two alerts is triggered at any time. */
const DEMO_ALERTS: readonly DemoAlert[] = [
  {
    name: 'Cold store too warm',
    description: 'Samples spoil above 8 °C. Look at the door first, then at the compressor.',
    devices: ['cold-store-01'],
    source: 'cold_store',
    condition: { field: 'air_temperature', operator: 'greater than', constant: 7 },
    clearLimit: 6,
    viewers: [VIEWER],
  },
  {
    name: 'Tank low',
    devices: ['water-tank-01'],
    source: 'tank',
    condition: { field: 'level', operator: 'less than', constant: 40 },
    forSeconds: 300,
    interval: 3_600,
    viewers: [VIEWER],
  },
  {
    name: 'Unit is silent',
    description: 'No word from a unit: power, antenna or SIM card.',
    type: 'silence',
    silentSeconds: 600,
    devices: DEMO_UNITS.filter(({ state }) => state === 'live').map(({ dataId }) => dataId),
  },
  {
    name: 'Pressure low',
    devices: ['pump-station-01'],
    source: 'pump',
    condition: { field: 'pressure', operator: 'less than', constant: 3 },
    clearLimit: 3.5,
    viewers: [VIEWER],
  },
  {
    name: 'Pump runs',
    description: 'The station takes more than 5 kW.',
    devices: ['pump-station-01'],
    source: 'pump',
    condition: { field: 'power', operator: 'greater than', constant: 5 },
  },
]

/** Makes the alerts of the demo that are not there yet, as its admin would. Returns how many it has. */
export async function addDemoAlerts(url: string): Promise<number> {
  await using call = await callDemo(url)
  const { details: there } = await call(listAlerts, { query: { mine: 'owner' } })
  const missing = DEMO_ALERTS.filter(({ name }) => !there.some((alert) => alert.name === name))
  for (const alert of missing) await call(createAlert, { body: alert })
  return DEMO_ALERTS.length
}
