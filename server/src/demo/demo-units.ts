import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { SimulatedUnit } from '@fieldwatch/simulator/fleet-file'
import { NORTHWIND_NORTH, NORTHWIND_SOUTH } from './demo-users.ts'

export interface DemoUnit extends Pick<SimulatedUnit, 'kind' | 'position' | 'misbehaviours'> {
  /** How it answers requests; at once by default. */
  readonly answering?: Partial<SimulatedUnit['answering']>
  readonly dataId: DataId
  readonly friendlyName: string
  readonly description: string
  /** The sub-entity that it belongs to, besides Northwind Water. */
  readonly entity: EntityId
  readonly site?: string
  /** `retired` units have a history and are silent; `waiting` ones were never deployed. */
  readonly state: 'live' | 'retired' | 'waiting'
}

/** How long ago the retired unit was switched off. */
export const RETIRED_DAYS_AGO = 9

function unit(
  dataId: string,
  given: Omit<DemoUnit, 'dataId' | 'state' | 'misbehaviours'> & Partial<Pick<DemoUnit, 'state' | 'misbehaviours'>>,
): DemoUnit {
  return { state: 'live', misbehaviours: [], ...given, dataId: dataId as DataId }
}

/** The fleet of Northwind Water. The tank and its pump are one site; two gateways behave as gateways in the field do. */
export const DEMO_UNITS: readonly DemoUnit[] = [
  unit('weather-station-01', {
    friendlyName: 'Weather station Moor Top',
    description: 'Mast on the catchment of the Moor Top reservoir.',
    entity: NORTHWIND_NORTH,
    kind: 'weather-station',
    position: { lat: 55.2874, lon: -1.9022 },
  }),
  unit('water-tank-01', {
    friendlyName: 'Water tank Stobhill',
    description: 'Service reservoir of 120 m³, filled by the pump station beside it.',
    entity: NORTHWIND_NORTH,
    kind: 'water-tank',
    site: 'stobhill',
    position: { lat: 55.1592, lon: -1.6791 },
  }),
  unit('pump-station-01', {
    friendlyName: 'Pump station Stobhill',
    description: 'Fills the Stobhill tank when it is low.',
    entity: NORTHWIND_NORTH,
    kind: 'pump-station',
    site: 'stobhill',
    position: { lat: 55.1573, lon: -1.6752 },
  }),
  unit('truck-01', {
    friendlyName: 'Service truck 1',
    description: 'Goes round the sites from the depot in Cramlington.',
    entity: NORTHWIND_NORTH,
    kind: 'gps-truck',
    position: { lat: 55.0829, lon: -1.5912 },
  }),
  unit('gateway-bus-01', {
    friendlyName: 'Treatment works Whittle Dene',
    description: 'Twelve wired inputs on the sensor bus of the filter house.',
    entity: NORTHWIND_SOUTH,
    kind: 'bus-gateway',
    position: { lat: 55.0017, lon: -1.8921 },
    misbehaviours: [{ kind: 'malformed-payloads', every: 60 }],
    answering: { seconds: 0.8, slowEvery: 7, refuseEvery: 6 },
  }),
  unit('gateway-pressure-01', {
    friendlyName: 'Mains pressure Blyth',
    description: 'Four wireless pressure sensors along the mains of the harbour.',
    entity: NORTHWIND_SOUTH,
    kind: 'pressure-gateway',
    position: { lat: 55.1269, lon: -1.5063 },
    misbehaviours: [
      { kind: 'late-burst', everyMinutes: 60, forMinutes: 4 },
      { kind: 'duplicates', every: 50 },
    ],
    answering: { seconds: 1.5, refuseEvery: 5, awayEvery: 6 },
  }),
  unit('nutrient-panel-01', {
    friendlyName: 'Nutrient panel glasshouse 3',
    description: 'Nitrate, potassium and pH of the feed.',
    entity: NORTHWIND_SOUTH,
    kind: 'nutrient-panel',
    position: { lat: 54.9861, lon: -1.7358 },
  }),
  unit('cold-store-01', {
    friendlyName: 'Cold store laboratory',
    description: 'Samples and reagents at 2 to 8 °C.',
    entity: NORTHWIND_SOUTH,
    kind: 'cold-store',
    position: { lat: 54.9783, lon: -1.6178 },
  }),
  unit('weather-station-02', {
    friendlyName: 'Weather station Hartley',
    description: 'Replaced; kept for its records.',
    entity: NORTHWIND_NORTH,
    kind: 'weather-station',
    position: { lat: 55.0797, lon: -1.4735 },
    state: 'retired',
  }),
  unit('gateway-pressure-02', {
    friendlyName: 'Mains pressure Seaton',
    description: 'In the store room, to be installed.',
    entity: NORTHWIND_SOUTH,
    kind: 'pressure-gateway',
    position: { lat: 55.0719, lon: -1.4884 },
    state: 'waiting',
  }),
]
