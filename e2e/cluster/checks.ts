import assert from 'node:assert/strict'
import type { Change } from './alarms.ts'
import type { FleetUnit } from './fleet.ts'
import type { StoredRecord } from './stored.ts'
import type { StreamedSource } from './stream.ts'

/** Every acknowledged record since a time is stored, once and as it was sent. */
export function expectStored(unit: FleetUnit, stored: readonly StoredRecord[], from = 0): void {
  const levels = new Map(stored.map(({ at, fields }) => [at, fields['level']]))
  assert.equal(levels.size, stored.length, `${unit.dataId} has every record once`)
  for (const { at, level } of unit.acknowledged) {
    if (at < from) continue
    assert.equal(levels.get(at), level, `${unit.dataId} has what was acknowledged of ${new Date(at).toISOString()}`)
  }
}

/** A stream had exactly what is stored, in the order of arrival. */
export function expectStreamed({ dataId, name, times }: StreamedSource, stored: readonly StoredRecord[]): void {
  const arrived = stored.toSorted((one, other) => one.receivedAt - other.receivedAt || one.at - other.at)
  const expected = arrived.map(({ at }) => at)
  for (const [place, at] of expected.entries()) {
    if (times[place] === at) continue
    const found = times.indexOf(at)
    const fault = found === -1 ? 'a gap' : found < place ? 'a repetition' : 'another order'
    const describe = (at: number | undefined): string => (at === undefined ? 'nothing' : new Date(at).toISOString())
    const where = `at record ${place} of ${expected.length}: ${describe(times[place])}, and ${describe(at)} arrived`
    assert.fail(`The stream of ${dataId}/${name} has ${fault} ${where}`)
  }
  assert.equal(times.length, expected.length, `the stream of ${dataId}/${name} has nothing beyond what is stored`)
}

/** Every record has its result, and nothing else has. */
export function expectComputed(
  name: string,
  {
    stored,
    computed,
    formula,
  }: {
    readonly stored: readonly StoredRecord[]
    readonly computed: readonly StoredRecord[]
    readonly formula: (level: number) => number
  },
): void {
  const expected = stored.map(({ at, fields }) => [at, formula(Number(fields['level']))])
  const found = computed.map(({ at, fields }) => [at, fields['value']])
  assert.deepEqual(found, expected, `${name} is computed from what is stored`)
}

/** When a field was above a limit, and when not any more, by a look at all records one by one. */
export function changesOf(stored: readonly StoredRecord[], field: string, limit: number): Change[] {
  let before: Change['status'] = 'ok'
  return stored.flatMap(({ at, fields }) => {
    const value = Number(fields[field])
    const status = value > limit ? 'high' : 'ok'
    if (status === before) return []
    before = status
    return [{ status, at, value }]
  })
}
