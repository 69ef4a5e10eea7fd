import type { KindName } from '@fieldwatch/simulator/kinds/kinds'
import { busGatewayTemplate } from './bus-gateway-template.ts'
import { coldStoreTemplate } from './cold-store-template.ts'
import type { DemoTemplate } from './demo-template.ts'
import { gpsTruckTemplate } from './gps-truck-template.ts'
import { nutrientPanelTemplate } from './nutrient-panel-template.ts'
import { pressureGatewayTemplate } from './pressure-gateway-template.ts'
import { pumpStationTemplate } from './pump-station-template.ts'
import { waterTankTemplate } from './water-tank-template.ts'
import { weatherStationTemplate } from './weather-station-template.ts'

/** What the demo shows of each kind of unit; the kind's name is the template's id. */
export const DEMO_TEMPLATES: Readonly<Record<KindName, DemoTemplate>> = {
  'weather-station': weatherStationTemplate,
  'water-tank': waterTankTemplate,
  'pump-station': pumpStationTemplate,
  'gps-truck': gpsTruckTemplate,
  'bus-gateway': busGatewayTemplate,
  'pressure-gateway': pressureGatewayTemplate,
  'nutrient-panel': nutrientPanelTemplate,
  'cold-store': coldStoreTemplate,
}
