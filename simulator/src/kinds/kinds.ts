import type { Kind } from '../generator.ts'
import { busGateway } from './bus-gateway.ts'
import { coldStore } from './cold-store.ts'
import { gpsTruck } from './gps-truck.ts'
import { nutrientPanel } from './nutrient-panel.ts'
import { pressureGateway } from './pressure-gateway.ts'
import { pumpStation } from './pump-station.ts'
import { waterTank } from './water-tank.ts'
import { weatherStation } from './weather-station.ts'

export const KIND_NAMES = [
  'weather-station',
  'water-tank',
  'pump-station',
  'gps-truck',
  'bus-gateway',
  'pressure-gateway',
  'nutrient-panel',
  'cold-store',
] as const
export type KindName = (typeof KIND_NAMES)[number]

/** Every kind of unit that can be simulated. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  'weather-station': weatherStation,
  'water-tank': waterTank,
  'pump-station': pumpStation,
  'gps-truck': gpsTruck,
  'bus-gateway': busGateway,
  'pressure-gateway': pressureGateway,
  'nutrient-panel': nutrientPanel,
  'cold-store': coldStore,
}
