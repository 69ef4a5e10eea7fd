import { queryData } from '@fieldwatch/contract/data'
import { send } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { checkRecords } from '../checks/check-records.ts'
import { insist } from '../checks/wrong-answer.ts'
import { timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Answer } from '../stores/store.ts'
import type { SensorSource } from '../stretches.ts'
import { type Fleet, FLEET_PREFIX } from './fleet.ts'

const AT_A_TIME = 16

/** The newest record of each of a thousand sources, as an overview shows them. */
export async function measureLatest(
  { portal, watch, sizes, compare }: BenchContext,
  { sources }: Fleet,
): Promise<Result> {
  const token = await portal.signIn()
  const replies: string[][] = []
  const times = await watch.during('latest', () =>
    timeRepeats(sizes.repeats, async () => {
      replies.push(await readLatest(portal, token, sources))
    }),
  )
  for (const texts of replies) for (const [place, text] of texts.entries()) checkLatest(sources[place], text)

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
    note: `The API has no call for it: this is one POST data/ a source, ${AT_A_TIME} at a time. The yardsticks answer one query.`,
  }
}

/** One answer a source, in their order. */
async function readLatest(
  portal: BenchContext['portal'],
  token: string,
  sources: readonly SensorSource[],
): Promise<string[]> {
  const texts: string[] = []
  const queue = sources.entries()
  const work = async (): Promise<void> => {
    for (const [place, source] of queue) {
      const sort = { field: 'messageUTC', direction: 'desc' } as const
      const body = { dataID: source.unit, subject: source.source, sort, limit: 1 }
      const response = await send(portal, queryData, { token, body: body })
      texts[place] = await response.text()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return texts
}

interface PageReply {
  body: { details: { data: Record<string, unknown>[] } }
}

function checkLatest(source: SensorSource | undefined, text: string): void {
  if (source === undefined) throw new Error('more answers than sources')
  const { data } = (JSON.parse(text) as PageReply).body.details
  checkRecords(source, { first: source.readings - 1, count: 1 }, data)
}
