import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import { ingestSource, topics } from '@fieldwatch/contract/telemetry/ingest'

export interface UnitCredentials {
  readonly dataId: string
  readonly token: string
}

/** The source and the record that the commands send. */
const SOURCE = 'level'
const RECORD = '{"level": 71.4}'

/** A command that publishes one record over MQTT. */
export function mqttCommand({ mqttUrl }: ConnectionSettings, { dataId, token }: UnitCredentials): string {
  const { protocol, hostname, port } = new URL(mqttUrl)
  const secure = protocol === 'mqtts:'
  const place = `-h ${hostname.replaceAll(/[[\]]/g, '')} -p ${port === '' ? (secure ? '8883' : '1883') : port}`
  const tls = secure ? ' --tls-use-os-certs' : ''
  return `mosquitto_pub ${place}${tls} -q 1 -u ${dataId} -P ${token} -t ${topics.data(dataId, SOURCE)} -m '${RECORD}'`
}

/** A command that sends one record over HTTP. */
export function httpCommand({ httpUrl }: ConnectionSettings, { dataId, token }: UnitCredentials): string {
  const path = ingestSource.path.replace(':dataID', dataId).replace(':source', SOURCE)
  return `curl ${httpUrl}${path} -H 'authorization: Bearer ${token}' -H 'content-type: application/json' -d '${RECORD}'`
}

/** A dataID for a unit of this name: its letters and digits in lower case, between dashes. */
export function suggestDataId(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-|-$/g, '')
}
