import type { EntityId } from '@fieldwatch/contract/api/ids'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { createThreadPool, TaskOverran, type ThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import type { ThreadTask } from '@fieldwatch/server/records/threads/thread-task'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { createTurns } from '@fieldwatch/server/platform/work/turns'
import { type Codec, createCodecRests } from './codec-rests.ts'

export interface CodecInput {
  readonly bytes: Uint8Array
  readonly port: number
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

export interface EncoderInput {
  readonly data: Readonly<Record<string, unknown>>
  /** The port unless the codec chooses one. */
  readonly port: number
}

/** Why a codec gave nothing. */
export interface CodecProblem {
  /** A sentence for the person who entered the codec, or sent the request. */
  readonly problem: string
  /** Whether the same codec may do it later: it had no turn, or rests. */
  readonly isPassing?: boolean
}

export type CodecResult =
  | { readonly data: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] }
  | CodecProblem

export type EncoderResult = { readonly bytes: readonly number[]; readonly port: number | undefined } | CodecProblem

/** What a thread answers. */
export type Run<Result> = Result | { readonly problem: string; readonly isOverrun: boolean }

export interface CodecSandbox {
  /** Runs a codec over what a device sent. It resolves for whatever a codec does. */
  decode(codec: Codec, input: CodecInput): Promise<CodecResult>
  /** Has a codec write what a device is to get. It resolves for whatever a codec does. */
  encode(codec: Codec, input: EncoderInput): Promise<EncoderResult>
  close(): Promise<void>
}

type WithCode<Input> = Input & { readonly code: string }

/** Named, not imported: the interpreter is loaded by the thread alone. */
const module = new URL('run-codec.ts', import.meta.url).href
const DECODE: ThreadTask<WithCode<CodecInput>, Run<CodecResult>> = { module, name: 'runDecoder' }
const ENCODE: ThreadTask<WithCode<EncoderInput>, Run<EncoderResult>> = { module, name: 'runEncoder' }

/**
 * The interpreter stops a codec after 100 ms, but looks at the time between the steps of a program only. A function of the language that runs
 * for longer ends with its thread.
 */
const GIVE_UP_MS = 150
/** How long an input waits for its turn. Network servers wait for five seconds, and then try no more. */
const PATIENCE_MS = 3_000
/** The most inputs of one entity that wait. */
const MOST_WAITING = 5_000

interface Parts extends Pick<Platform, 'clock' | 'log'> {
  readonly onRest: (codec: Codec) => Promise<void>
}

/** Runs codecs one after the other in a thread of their own, which a codec can neither leave nor hold for long. Entities have turns. */
export function createCodecSandbox({ clock, log, onRest }: Parts): CodecSandbox {
  let pool: ThreadPool = createThreadPool({ size: 1, mostProcessorMs: GIVE_UP_MS })
  const turns = createTurns<EntityId>({ atOnce: 1 })
  const rests = createCodecRests(clock)
  return {
    decode: (codec, input) => inTurn(DECODE, codec, input),
    encode: (codec, input) => inTurn(ENCODE, codec, input),
    close: async () => {
      await turns.idle()
      await pool.close()
    },
  }

  async function inTurn<Input, Result>(
    task: ThreadTask<WithCode<Input>, Run<Result>>,
    codec: Codec,
    input: Input,
  ): Promise<Result | CodecProblem> {
    if (turns.waiting(codec.entity) >= MOST_WAITING) return TOO_MANY
    const since = performance.now()
    return turns.run(codec.entity, async () => {
      if (rests.isResting(codec)) return RESTING
      return performance.now() - since > PATIENCE_MS ? TOO_MANY : run(task, codec, input)
    })
  }

  async function run<Input, Result>(
    task: ThreadTask<WithCode<Input>, Run<Result>>,
    codec: Codec,
    input: Input,
  ): Promise<Result | CodecProblem> {
    try {
      const result = await pool.run(task, { ...input, code: codec.code })
      if (!isFailure(result)) return result
      if (result.isOverrun) noteOverrun(codec)
      return { problem: result.problem }
    } catch (error) {
      if (error instanceof TaskOverran) {
        noteOverrun(codec)
        return LATE
      }
      // Its interpreter may be broken for the next codec.
      await pool.close()
      pool = createThreadPool({ size: 1, mostProcessorMs: GIVE_UP_MS })
      return BROKEN
    }
  }

  function noteOverrun(codec: Codec): void {
    rests.noteOverrun(codec)
    if (!rests.isResting(codec)) return
    const about = { entity: codec.entity, owner: codec.owner }
    log.warn(about, 'codec used up its time repeatedly; it rests')
    void onRest(codec).catch((error: unknown) =>
      log.error({ err: error, ...about }, 'telling that a codec rests failed'),
    )
  }
}

function isFailure<Result>(
  result: Run<Result>,
): result is Extract<Run<Result>, { problem: string; isOverrun: boolean }> {
  return typeof result === 'object' && result !== null && 'isOverrun' in result
}

const TOO_MANY: CodecProblem = { problem: 'answers.door.codec.waiting', isPassing: true }
const RESTING: CodecProblem = { problem: sentence('answers.door.codec.rests'), isPassing: true }
const LATE: CodecProblem = { problem: 'answers.door.codec.late' }
const BROKEN: CodecProblem = { problem: 'answers.door.codec.broken' }
