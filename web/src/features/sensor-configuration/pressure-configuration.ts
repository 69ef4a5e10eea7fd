import {
  PRESSURE_ACTION_CLASS,
  type PressureConfiguration,
  readPressureConfiguration,
} from '@fieldwatch/contract/sensors/pressure-sensors'
import type { ConfigurationKind } from './connection.ts'

export const PRESSURE_CONFIGURATION: ConfigurationKind<PressureConfiguration> = {
  actionClass: PRESSURE_ACTION_CLASS,
  read: readPressureConfiguration,
}
