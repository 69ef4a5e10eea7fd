import type { Platform } from '#platform/floor.ts'
import type { WorkKind } from '#platform/work/worker.ts'
import { type CorrectForMs, PIECE_MS } from '#records/conditions/correct-transitions.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { isCorrectionDue } from './alert-due-store.ts'
import { type ClaimedState, createAlertStateStore } from './alert-state-store.ts'
import { correctAlert } from './correct-alert.ts'
import { saveJudged, settleJudged } from './save-judged.ts'
import { conditionStateOf } from './unit-state.ts'

interface CorrectingParts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly reader: RecordReader
  readonly correctForMs?: CorrectForMs | undefined
}

/** Judges again what late records change and a step of arrivals has left: one piece of each alert after the other, each in its own transaction. */
export function createAlertCorrections(parts: CorrectingParts): WorkKind {
  return {
    name: 'alert corrections',
    isDue: isCorrectionDue,
    run: async ({ signal }) => {
      while (await takePieces(parts, signal));
    },
  }
}

/** Takes one piece of each. Returns whether there may be more. */
async function takePieces(parts: CorrectingParts, signal: AbortSignal): Promise<boolean> {
  const failures: unknown[] = []
  let last: ClaimedState['state'] | undefined
  while (!signal.aborted) {
    const taken = await takePiece(parts, last)
    if (taken === undefined) break
    last = taken.state
    if (taken.failure !== undefined) failures.push(taken.failure)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'corrections of alerts failed')
  return last !== undefined && !signal.aborted
}

interface TakenPiece {
  readonly state: ClaimedState['state']
  readonly failure: unknown
}

/** One that fails is left for the next look; the others continue. */
async function takePiece(
  { db, reader, bus, clock, correctForMs }: CorrectingParts,
  behind: ClaimedState['state'] | undefined,
): Promise<TakenPiece | undefined> {
  const now = clock()
  let taken: ClaimedState | undefined
  let publish = (): void => undefined
  try {
    await db.transaction().execute(async (tx) => {
      const store = createAlertStateStore(tx)
      taken = await store.claimCorrection(behind, now)
      const { correction } = taken?.state ?? {}
      if (taken === undefined || correction === undefined) return
      const judged = {
        claimed: taken,
        seen: taken.state,
        late: [],
        key: await store.findSourceKey(taken),
        state: conditionStateOf(taken.state),
        transitions: [],
      }
      const end = performance.now() + (correctForMs?.() ?? PIECE_MS)
      const work = { reader, store, now, isOver: () => performance.now() > end }
      const corrected = settleJudged(work, judged, await correctAlert(work, judged, correction))
      publish = await saveJudged(tx, [corrected], { bus, now })
    })
  } catch (failure) {
    if (taken === undefined) throw failure
    return { state: taken.state, failure }
  }
  publish()
  return taken && { state: taken.state, failure: undefined }
}
