import { EntityId } from '@fieldwatch/contract/api/ids'
import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { type MqttDoor, publishingTo } from '@fieldwatch/e2e/doors/mqtt-doors'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'
import { call, type SignedInUser } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createMapping, type Mapping } from '../contract/mappings.ts'

const MQTT_DOOR: MqttDoor = {
  name: 'generic JSON MQTT',
  source: 'mapped',
  signIn: ({ dataID, token }) => ({ username: dataID, password: token }),
  write: ({ dataID }, n) => ({ topic: `kills/${dataID}`, message: { t: timeOf(n), n } }),
}

const HTTP_DOOR: HttpDoor = {
  name: 'generic JSON HTTP',
  rule: 'tries once (RutOS)',
  source: 'mapped',
  field: 'n',
  batch: 1,
  retryMs: undefined,
  write: ({ token, dataID }, [n = 0]) => ({
    path: `/api/v1/ingest/any/kills/${dataID}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ t: timeOf(n), n }),
  }),
}

export const DOORS: readonly DoorUnderTest[] = [publishingTo(MQTT_DOOR), postingTo(HTTP_DOOR)]

const MAPPING: Mapping = {
  topic: 'kills/{device}',
  unit: { from: 'sender' },
  time: { format: 'milliseconds', path: 't' },
  values: [{ path: 'n', source: 'mapped', field: 'n' }],
}

/** Adds a mapping of what the devices send. */
export async function prepare(portal: Portal, { token, entity }: SignedInUser): Promise<void> {
  const body = { entity: EntityId.parse(entity), name: 'Kills', mapping: MAPPING }
  await call(portal, createMapping, { token, body })
}
