import {
  BUS_ACTION_CLASS,
  type BusConfiguration,
  readBusConfiguration,
} from '@fieldwatch/contract/sensors/sensor-buses'
import type { ConfigurationKind } from './connection.ts'

export const BUS_CONFIGURATION: ConfigurationKind<BusConfiguration> = {
  actionClass: BUS_ACTION_CLASS,
  read: readBusConfiguration,
}
