import { ingestSource, ingestUnit } from '@fieldwatch/contract/telemetry/ingest'
import type { SensorRecord } from '../sensor-records.ts'
import type { Stretch } from '../stretches.ts'
import { postRequest } from '../transport/http-lane.ts'
import type { Lanes } from '../transport/lanes.ts'
import type { Store } from './store.ts'

/** The portal's HTTP door for units. */
export function createPortalStore(
  url: string,
  { lanes, tokens }: { lanes: Lanes; tokens: ReadonlyMap<string, string> },
): Store {
  return {
    name: 'Fieldwatch',
    prepare: (stretches) => {
      const [first] = stretches
      if (first === undefined) throw new Error('a message without records')
      const alone = stretches.length === 1
      const path = (alone ? ingestSource : ingestUnit).path
        .replace(':dataID', first.unit)
        .replace(':source', first.source)
      const body = alone ? recordsJson(first) : unitJson(stretches)
      const request = postRequest(`${url}${path}`, Buffer.from(body), {
        authorization: `Bearer ${tokens.get(first.unit)}`,
        'content-type': 'application/json',
      })
      const count = stretches.reduce((sum, { records }) => sum + records.length, 0)
      return async () => {
        const reply = await lanes.send(request)
        const stored = reply.status === 200 ? (JSON.parse(reply.body.toString()) as Verdict).details.stored : 0
        if (stored !== count)
          throw new Error(`the portal stored ${stored} of ${count} records: ${reply.body.toString()}`)
      }
    },
  }
}

interface Verdict {
  details: { stored: number }
}

/** A record as a unit sends it. */
export function recordJson({ fields }: Pick<Stretch, 'fields'>, { at, values }: SensorRecord): string {
  let text = `{"messageUTC":${at}`
  for (const [field, value] of values.entries()) text += `,"${fields[field]}":${value}`
  return `${text}}`
}

function recordsJson(stretch: Stretch): string {
  return `[${stretch.records.map((record) => recordJson(stretch, record)).join(',')}]`
}

/** What a unit sends of several of its sources. */
export function unitJson(stretches: readonly Stretch[]): string {
  return `{${stretches.map((stretch) => `"${stretch.source}":${recordsJson(stretch)}`).join(',')}}`
}
