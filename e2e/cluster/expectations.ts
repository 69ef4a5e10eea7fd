import assert from 'node:assert/strict'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { type Alarm, type Change, type collectMails, readHistory } from './alarms.ts'
import { changesOf, expectComputed, expectStored, expectStreamed } from './checks.ts'
import type { Cluster } from './cluster.ts'
import { within } from './deadline.ts'
import type { Person } from './people.ts'
import type { Report } from './report.ts'
import { readStored, type StoredRecord } from './stored.ts'
import type { StreamedSource } from './stream.ts'
import { DOUBLE, LIMIT, RAW, type Work } from './work.ts'

/** What was stored last is streamed, computed, judged and notified within this time, whatever else the machine does. */
const SETTLED_MS = 30_000
/** Units whose records are read beside one another. */
const READ_AT_ONCE = 8
/** An alert that is made while records come begins with one of about that time. */
const BEGINNING_MS = 2_000

/** Every record that was acknowledged since a time can be read. Returns the time up to which that is so. */
export async function expectAcknowledged(
  { balancer }: Cluster,
  { person, work: { fleet }, since }: { person: Person; work: Work; since: number },
): Promise<number> {
  const until = Date.now()
  const waiting = [...fleet.units]
  const readOn = async (): Promise<void> => {
    for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
      const { dataId, acknowledged } = unit
      const due = acknowledged.filter(({ at }) => at >= since)
      const stored = await readStored(balancer, person, { dataId, name: RAW, from: since })
      expectStored({ dataId, acknowledged: due }, stored)
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readOn))
  return until - SETTLED_MS
}

interface Finished {
  readonly person: Person
  readonly work: Work
  /** Alerts that were triggered once each. */
  readonly sudden: readonly Alarm[]
  readonly mails: ReturnType<typeof collectMails>
}

/** Ends the work, and compares everything that was streamed, computed, judged and notified with what is stored. */
export async function expectAllAsPromised(
  { balancer }: Cluster,
  { person, work, sudden, mails }: Finished,
): Promise<Omit<Report, 'kills'>> {
  const { fleet, streams, alarms } = work
  await fleet.stop()
  const stored = new Map<DataId, StoredRecord[]>()
  for (const unit of fleet.units) {
    const records = await readStored(balancer, person, { dataId: unit.dataId, name: RAW })
    assert.equal(records.length, unit.acknowledged.length, `${unit.dataId} has what was acknowledged, and nothing else`)
    expectStored(unit, records)
    stored.set(unit.dataId, records)
  }
  const of = (dataId: DataId): StoredRecord[] => stored.get(dataId) ?? []

  const results = new Map<DataId, StoredRecord[]>()
  const sources = streams.flatMap((stream) => stream.sources)
  const computed = sources.filter(({ name }) => name === DOUBLE)
  for (const { dataId } of computed) {
    const read = async (): Promise<StoredRecord[]> => readStored(balancer, person, { dataId, name: DOUBLE })
    await within(SETTLED_MS, `everything of ${dataId} is computed`, async () => {
      results.set(dataId, await read())
      return results.get(dataId)?.length === of(dataId).length
    })
    expectComputed(dataId, { stored: of(dataId), computed: results.get(dataId) ?? [], formula: (level) => level * 2 })
  }

  const expected = ({ dataId, name }: StreamedSource): StoredRecord[] =>
    (name === DOUBLE ? results.get(dataId) : of(dataId)) ?? []
  await within(SETTLED_MS, 'streams have the last records', () =>
    sources.every((source) => source.times.length >= expected(source).length),
  ).catch(() => undefined)
  for (const source of sources) expectStreamed(source, expected(source))

  let changes = 0
  const judged = [
    ...alarms.map((alarm) => ({ alarm, field: 'level', limit: LIMIT })),
    ...sudden.map((alarm) => ({ alarm, field: 'clock', limit: alarm.limit })),
  ]
  for (const { alarm, field, limit } of judged) {
    const isLater = ({ at }: Change): boolean => at > alarm.madeAt + (field === 'level' ? BEGINNING_MS : 0)
    const due = changesOf(of(alarm.dataId), field, limit).filter(isLater)
    let found: Change[] = []
    await within(SETTLED_MS, `“${alarm.name}” has all changes`, async () => {
      found = (await readHistory(balancer, alarm)).filter(isLater)
      return found.length >= due.length
    }).catch(() => undefined)
    assert.deepEqual(found, due, `the history of “${alarm.name}” has each change once`)
    changes += due.length
  }
  await within(SETTLED_MS, 'every alert was notified', () => sudden.every(mails.isNotified)).catch(() => undefined)
  for (const alarm of sudden) mails.expectNotified(alarm)

  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  return {
    records: sum(fleet.units.map(({ acknowledged }) => acknowledged.length)),
    streamed: sum(sources.map(({ times }) => times.length)),
    reopened: sum(streams.map((stream) => stream.opened() - 1)),
    results: sum([...results.values()].map(({ length }) => length)),
    changes,
    alarmed: sudden.length,
  }
}
