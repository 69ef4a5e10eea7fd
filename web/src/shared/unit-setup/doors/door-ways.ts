import type { DoorWay } from './door-way.ts'
import { influx } from './influx.ts'
import { json } from './json.ts'
import { chirpStack, thingsStack } from './lorawan.ts'
import { osmand, ownTracks } from './positions.ts'
import { prometheus } from './prometheus.ts'
import { thingsBoard } from './thingsboard.ts'

/** The protocols of other products, in the order in which they are offered. */
export const DOOR_WAYS: readonly DoorWay[] = [
  thingsBoard,
  json,
  influx,
  prometheus,
  thingsStack,
  chirpStack,
  osmand,
  ownTracks,
]
