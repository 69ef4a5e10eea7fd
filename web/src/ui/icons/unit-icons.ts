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
import { t } from '#platform/texts.ts'

export const UNIT_ICON_LOOKS: Readonly<Record<UnitIcon, Icon>> = {
  tank: IconCylinder,
  pump: IconEngine,
  water: IconRipple,
  coldStore: IconSnowflake,
  temperature: IconTemperature,
  field: IconPlant,
  weather: IconCloudRain,
  animal: IconPaw,
  truck: IconTruck,
  building: IconBuilding,
  meter: IconGauge,
  power: IconBolt,
  gateway: IconRouter,
}

/** As a person chooses it. */
export function unitIconName(icon: UnitIcon): string {
  return t(`ui.icons.${icon}`)
}
