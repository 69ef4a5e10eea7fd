import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import type { ThreadTask } from '#records/threads/thread-task.ts'

export interface CodecInput {
  /** JavaScript of a vendor. */
  readonly code: string
  readonly bytes: Uint8Array
  readonly port: number
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

export type CodecResult =
  | { readonly data: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] }
  /** A sentence for the person who entered the codec. */
  | { readonly problem: string }

export interface EncoderInput {
  /** JavaScript of a vendor. */
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>
  /** The port unless the codec chooses one. */
  readonly port: number
}

export type EncoderResult =
  | { readonly bytes: readonly number[]; readonly port: number | undefined }
  /** A sentence for the person who sent the request. */
  | { readonly problem: string }

export interface CodecSandbox {
  /** Runs a codec over what a device sent. It resolves for whatever a codec does. */
  decode(input: CodecInput): Promise<CodecResult>
  /** Has a codec write what a device is to get. It resolves for whatever a codec does. */
  encode(input: EncoderInput): Promise<EncoderResult>
  close(): Promise<void>
}

/** Named, not imported: the interpreter is loaded by the thread alone. */
const module = new URL('run-codec.ts', import.meta.url).href
const DECODE: ThreadTask<CodecInput, CodecResult> = { module, name: 'runDecoder' }
const ENCODE: ThreadTask<EncoderInput, EncoderResult> = { module, name: 'runEncoder' }

interface Problem {
  readonly problem: string
}

/** The interpreter stops a codec by itself; a thread that does not answer by then is ended. */
const GIVE_UP_MS = 10_000
/** How long an input waits for its turn. Network servers wait for five seconds, and then try no more. */
const PATIENCE_MS = 3_000
const MOST_WAITING = 5_000
const TOO_MANY = 'Too many messages wait for their codec.'

/** Runs codecs one after the other in a thread of their own, which a codec can neither leave nor hold for long. */
export function createCodecSandbox(): CodecSandbox {
  let pool: ThreadPool = createThreadPool({ size: 1 })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    decode: (input) => inTurn(DECODE, input),
    encode: (input) => inTurn(ENCODE, input),
    close: async () => {
      await last
      await pool.close()
    },
  }

  async function inTurn<Input, Result>(task: ThreadTask<Input, Result>, input: Input): Promise<Result | Problem> {
    if (waiting >= MOST_WAITING) return { problem: TOO_MANY }
    waiting += 1
    const since = performance.now()
    const turn = last.then(() => (performance.now() - since > PATIENCE_MS ? { problem: TOO_MANY } : run(task, input)))
    last = turn
    return turn.finally(() => {
      waiting -= 1
    })
  }

  async function run<Input, Result>(task: ThreadTask<Input, Result>, input: Input): Promise<Result | Problem> {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), GIVE_UP_MS)
    const running = pool.run(task, input)
    try {
      const result = await Promise.race([running, late.promise])
      if (result !== undefined) return result
      await restart(running)
      return { problem: 'The codec did not end in time.' }
    } catch {
      await restart(running)
      return { problem: 'The codec crashed its interpreter.' }
    } finally {
      clearTimeout(timer)
    }
  }

  async function restart(running: Promise<unknown>): Promise<void> {
    // Its failure is the answer that the caller has already.
    const ended = running.catch(() => undefined)
    await pool.close()
    await ended
    pool = createThreadPool({ size: 1 })
  }
}
