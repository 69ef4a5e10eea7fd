import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { DataId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { send } from '@fieldwatch/e2e/support/api'
import { connectUnit } from '@fieldwatch/e2e/support/unit'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'
import { MESSAGES_A_SECOND, publishSteadily } from './measure-live.ts'

/** Requests that are sent during the load, one after the other. */
const REQUESTS_A_SECOND = 20

/** From the request of a user to the unit that it is for, while units send records. */
export async function measureRequests(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes } = context
  const readings = Math.ceil((sizes.liveSeconds * MESSAGES_A_SECOND) / 50) + 1
  const sources = await addMqttUnits(context, { prefix: 'bench-requests', readings })
  const packets = sources.map((source) => packetsOf(source))
  const lanes = await connectUnits(portal, sources)
  const dataID = DataId.parse('bench-asked')
  await portal.addUnits([dataID])
  const heard = new Map<number, number>()
  const client = await connectUnit(portal, dataID, portal.tokenOf(dataID))
  client.on('message', (_topic, payload) => {
    const now = performance.now()
    const { action_id: id } = JSON.parse(payload.toString()) as { action_id: number }
    heard.set(id, now)
    const answer = { action_id: id, actionClass: 'Unit', action: 'Ping', status: 'OK' }
    client.publish(topics.data(dataID, 'action_result'), JSON.stringify(answer), { qos: 1 })
  })
  await client.subscribeAsync(topics.actions(dataID), { qos: 1 })
  const token = await portal.signIn()

  const asked = new Map<number, number>()
  const asking = async (): Promise<void> => {
    for (let count = 0; count < sizes.liveSeconds * REQUESTS_A_SECOND; count += 1) {
      const at = performance.now()
      const body = { dataID, actionClass: 'Unit' as const, payload: 'Ping' }
      const response = await send(portal, postAction, { token, body })
      const reply = (await response.json()) as { details: { action_id: number } }
      asked.set(reply.details.action_id, at)
      await delay(Math.max(0, 1000 / REQUESTS_A_SECOND - (performance.now() - at)))
    }
  }
  await watch.during('requests', () => Promise.all([publishSteadily(lanes, packets), asking()]))
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
  await client.endAsync()
  for (const lane of lanes) lane.close()

  const delays = [...asked].map(([id, at]) => {
    const arrived = heard.get(id)
    insist(arrived !== undefined, () => `the unit never received request ${id}`)
    return (arrived ?? Number.NaN) - at
  })
  const work = `request to unit under ${formatCount(MESSAGES_A_SECOND)} messages/s`
  return [
    { unit: 'ms', work: `${work}, p50`, measured: percentile(delays, 0.5) },
    { unit: 'ms', work: `${work}, p99`, target: 50, measured: percentile(delays, 0.99) },
  ]
}
