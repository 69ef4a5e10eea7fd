import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import type { Icon } from './create-icon.tsx'
import {
  IconBolt,
  IconBuilding,
  IconCloudRain,
  IconCylinder,
  IconEngine,
  IconGauge,
  IconPaw,
  IconPlant,
  IconRipple,
  IconRouter,
  IconSnowflake,
  IconTemperature,
  IconTruck,
} from './icons.ts'

interface UnitIconLook {
  readonly Icon: Icon
  /** As a person chooses it. */
  readonly name: string
}

export const UNIT_ICON_LOOKS: Readonly<Record<UnitIcon, UnitIconLook>> = {
  tank: { Icon: IconCylinder, name: 'Tank' },
  pump: { Icon: IconEngine, name: 'Pump or engine' },
  water: { Icon: IconRipple, name: 'Water' },
  coldStore: { Icon: IconSnowflake, name: 'Cold store' },
  temperature: { Icon: IconTemperature, name: 'Temperature' },
  field: { Icon: IconPlant, name: 'Field or soil' },
  weather: { Icon: IconCloudRain, name: 'Weather' },
  animal: { Icon: IconPaw, name: 'Animal' },
  truck: { Icon: IconTruck, name: 'Vehicle' },
  building: { Icon: IconBuilding, name: 'Building' },
  meter: { Icon: IconGauge, name: 'Meter' },
  power: { Icon: IconBolt, name: 'Power' },
  gateway: { Icon: IconRouter, name: 'Gateway' },
}
