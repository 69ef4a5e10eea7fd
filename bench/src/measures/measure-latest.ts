import { listLatest } from '@fieldwatch/contract/telemetry/data'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { DataId } from '@fieldwatch/contract/api/ids'
import type { BenchContext } from '../bench-context.ts'
import { checkRecords } from '../checks/check-records.ts'
import { insist } from '../checks/wrong-answer.ts'
import { timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Answer } from '../stores/store.ts'
import type { SensorSource } from '../stretches.ts'
import { postRequest } from '../transport/http-lane.ts'
import { type Fleet, FLEET_PREFIX } from './fleet.ts'

/** The newest record of each of a thousand sources, as an overview shows them. */
export async function measureLatest(
  { portal, watch, sizes, compare }: BenchContext,
  { sources }: Fleet,
): Promise<Result> {
  // As before the other reads: what the fleet sent a moment ago is being compacted.
  await portal.settle()
  const dataIDs = [...new Set(sources.map(({ unit }) => DataId.parse(unit)))]
  const body = Buffer.from(JSON.stringify({ dataIDs } satisfies BodyOf<typeof listLatest>))
  const request = postRequest(`${portal.url}${listLatest.path}`, body, {
    authorization: `Bearer ${await portal.signIn()}`,
    'content-type': 'application/json',
  })
  const replies: Buffer[] = []
  const times = await watch.during('latest', () =>
    timeRepeats(sizes.repeats, async () => {
      const answer = await portal.lanes.send(request)
      if (answer.status !== 200)
        throw new Error(`the latest records answered ${answer.status}: ${answer.body.toString()}`)
      replies.push(answer.body)
    }),
  )
  for (const reply of replies) checkLatest(sources, reply.toString())

  const yardsticks = await compare(async (yardstick) => {
    const answers: Answer[] = []
    const own = await timeRepeats(sizes.repeats, async () => {
      answers.push(await yardstick.readLatest(FLEET_PREFIX))
    })
    for (const answer of answers) {
      const count = answer.count()
      insist(count === sources.length, () => `${yardstick.name} answered with ${count} of ${sources.length} sources`)
    }
    return percentile(own, 0.5)
  })
  return {
    work: `latest record of each of ${sources.length} sources, p50`,
    unit: 'ms',
    target: 20,
    measured: percentile(times, 0.5),
    yardsticks,
    note: 'One call for all of them; the portal checks first which of the units the person may see.',
  }
}

interface LatestReply {
  body: { details: { dataID: string; subject: string; record: Record<string, unknown> }[] }
}

function checkLatest(sources: readonly SensorSource[], text: string): void {
  const { details } = (JSON.parse(text) as LatestReply).body
  const bySource = new Map(details.map(({ dataID, subject, record }) => [`${dataID}/${subject}`, record]))
  for (const source of sources) {
    const record = bySource.get(`${source.unit}/${source.source}`)
    insist(record !== undefined, () => `${source.unit}/${source.source} has no newest record`)
    checkRecords(source, { first: source.readings - 1, count: 1 }, [record as Record<string, unknown>])
  }
}
