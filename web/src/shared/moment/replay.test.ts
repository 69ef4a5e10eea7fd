import { describe, expect, it } from 'vitest'
import { createReplay, type Replay } from './replay.ts'
import type { Snapshot, Subject } from './snapshot.ts'

const RANGE = { from: 1_000_000, to: 2_000_000 }
const UNIT: Subject = { dataIds: ['pump-1'], needs: new Map() }

interface Question {
  readonly at: number
  readonly subject: Subject
  readonly signal: AbortSignal
  readonly answer: () => Promise<void>
  readonly fail: () => Promise<void>
}

/** A replay with a server and frames that the test holds. */
function open(at = 1_500_000) {
  const questions: Question[] = []
  let onFrame: ((elapsedMs: number) => void) | undefined
  const replay = createReplay({
    view: { range: RANGE, at, known: 'now' },
    load: (subject, moment, signal) =>
      new Promise<Snapshot>((resolve, reject) => {
        const settle = async (settled: () => void): Promise<void> => {
          settled()
          await new Promise((done) => setTimeout(done))
        }
        const snapshot = {
          at: moment,
          known: 'now' as const,
          needs: subject.needs,
          units: new Map(),
          sources: new Map(),
        }
        questions.push({
          at: moment,
          subject,
          signal,
          answer: () => settle(() => resolve(snapshot)),
          fail: () => settle(() => reject(new Error('out of order'))),
        })
      }),
    frames: (callback) => {
      onFrame = callback
      return () => {
        onFrame = undefined
      }
    },
  })
  const stop = replay.run()
  return {
    replay,
    questions,
    stop,
    frame: (elapsedMs: number) => onFrame?.(elapsedMs),
    isMoving: () => onFrame !== undefined,
  }
}

async function follow(replay: Replay, subject = UNIT): Promise<() => void> {
  const leave = replay.follow(subject)
  await Promise.resolve()
  return leave
}

describe('a replay', () => {
  it('asks for one moment at a time: while one is on its way, only the last of the others', async () => {
    const { replay, questions } = open()
    await follow(replay)
    for (const at of [1_600_000, 1_700_000, 1_800_000]) replay.send({ type: 'seek', at })

    expect(questions.map(({ at }) => at)).toEqual([1_500_000])
    await questions[0]?.answer()
    expect(questions.map(({ at }) => at)).toEqual([1_500_000, 1_800_000])
    await questions[1]?.answer()
    expect(replay.shown()).toMatchObject({ snapshot: { at: 1_800_000 }, isBehind: false })
  })

  it('does not ask again for a moment that it knows', async () => {
    const { replay, questions } = open()
    await follow(replay)
    await questions[0]?.answer()
    replay.send({ type: 'seek', at: 1_600_000 })
    await questions[1]?.answer()
    replay.send({ type: 'seek', at: 1_500_000 })

    expect(questions).toHaveLength(2)
    expect(replay.shown().snapshot?.at).toBe(1_500_000)
  })

  it('reads ahead while it plays, and shows what was passed', async () => {
    const { replay, questions, frame } = open()
    await follow(replay)
    await questions[0]?.answer()
    replay.send({ type: 'toggle' })
    for (let place = 1; place < 7; place += 1) await questions[place]?.answer()

    expect(questions.slice(1).map(({ at }) => at)).toEqual([1_530_000, 1_560_000, 1_590_000, 1_620_000, 1_650_000])
    frame(600)
    expect(replay.shown().snapshot?.at).toBe(1_530_000)
  })

  it('asks for frames only while it plays', () => {
    const { replay, isMoving, stop } = open()
    expect(isMoving()).toBe(false)
    replay.send({ type: 'toggle' })
    expect(isMoving()).toBe(true)
    replay.send({ type: 'pause' })
    expect(isMoving()).toBe(false)
    replay.send({ type: 'toggle' })
    stop()
    expect(isMoving()).toBe(false)
  })

  it('pauses when a moment cannot be loaded, and asks again on request', async () => {
    const { replay, questions } = open()
    await follow(replay)
    await questions[0]?.fail()

    expect(replay.shown().error?.message).toBe('out of order')
    expect(questions).toHaveLength(1)
    replay.retry()
    await questions[1]?.answer()
    expect(replay.shown()).toMatchObject({ error: undefined, isBehind: false })
  })

  it('asks once for all parts of a page, and forgets what was asked for others', async () => {
    const { replay, questions } = open()
    await follow(replay)
    const need = { limit: 10, fields: ['level'] }
    const leave = await follow(replay, { dataIds: ['pump-1'], needs: new Map([['tank', need]]) })

    expect(questions[0]?.signal.aborted).toBe(true)
    expect(questions[1]?.subject).toEqual({ dataIds: ['pump-1'], needs: new Map([['tank', need]]) })
    leave()
    await Promise.resolve()
    expect(questions.at(-1)?.subject.needs.size).toBe(0)
  })
})
