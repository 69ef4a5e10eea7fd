import { LAST_VALUES_MOST, type LastValue, listLastValues } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ListValue } from '@fieldwatch/contract/units/list-view'
import type { Api } from '#platform/api/call.ts'
import { createThrottle } from '#platform/live/throttle.ts'

/** Reads the last value of one field, of whichever units are on the screen. */
export interface ValueReader {
  readonly value: ListValue
  /** Null: the unit has none. */
  readonly read: (dataId: DataId) => Promise<LastValue | null>
}

interface Question {
  readonly answer: (found: LastValue | null) => void
  readonly fail: (problem: unknown) => void
}

/** Rows that are drawn together are asked for together, and however often units send, no more often than this. */
const PAUSE_MS = 1_000

/** Asks for the units that wait in one request, or in as many as they need, one after the other. */
export function createValueReader(api: Api, value: ListValue): ValueReader {
  const waiting = new Map<DataId, Question[]>()
  const asking = createThrottle(askAll, PAUSE_MS)

  async function askAll(): Promise<void> {
    // The other rows of this drawing come in the same turn.
    await new Promise((resolve) => setTimeout(resolve))
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, LAST_VALUES_MOST)
      for (const [dataId] of some) waiting.delete(dataId)
      await ask(new Map(some))
    }
  }

  async function ask(questions: ReadonlyMap<DataId, readonly Question[]>): Promise<void> {
    try {
      const body = { dataIDs: [...questions.keys()], subject: value.source, field: value.field }
      const found = (await api.call(listLastValues, { body })).body.details
      const byUnit = new Map(found.map((last) => [last.dataID, last]))
      for (const [dataId, each] of questions) for (const { answer } of each) answer(byUnit.get(dataId) ?? null)
    } catch (problem) {
      for (const each of questions.values()) for (const { fail } of each) fail(problem)
    }
  }

  return {
    value,
    read: (dataId) =>
      new Promise((answer, fail) => {
        waiting.set(dataId, [...(waiting.get(dataId) ?? []), { answer, fail }])
        asking.ask()
      }),
  }
}
