import { Worker } from 'node:worker_threads'
import { createTurns } from '#platform/work/turns.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import type { ProcessorTime, Question, Reply } from './pooled-thread.ts'
import type { ThreadTask } from './thread-task.ts'

export interface ThreadPool {
  /**
   * Runs a task in its own thread. The memory is handed over.
   * @throws DamagedBlockError for a damaged block; TaskOverran for a task that a limit of time ended; Error for anything else, such as a worker
   * that ran out of memory
   */
  run<Given, Result>(task: ThreadTask<Given, Result>, given: Given, memory?: ArrayBuffer[]): Promise<Result>
  /** As `run`, for one of several owners: each has one turn before another has its second, however much waits of it. */
  runInTurn<Given, Result>(owner: string, work: OwnedWork<Given, Result>): Promise<Result>
  close(): Promise<void>
}

interface OwnedWork<Given, Result> {
  readonly task: ThreadTask<Given, Result>
  readonly given: Given
  readonly memory: ArrayBuffer[]
}

/** A task used more processor time than it may, and was ended with its thread. */
export class TaskOverran extends Error {}

interface Waiting {
  readonly question: Question
  readonly memory: ArrayBuffer[]
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  current: Waiting | undefined
  /** Ends an idle thread after a while. */
  retirement: NodeJS.Timeout | undefined
  /** Looks how much processor time the current task has used. */
  watchdog: NodeJS.Timeout | undefined
}

interface PoolOptions {
  /** Threads at most. */
  readonly size: number
  readonly idleMs?: number
  /**
   * Processor time in milliseconds that a task may use from when its module is loaded. A thread whose task uses more is ended from outside, as
   * a single function of an interpreter can run for hours. A busy machine does not shorten it.
   */
  readonly mostProcessorMs?: number
}

/** The heap of a worker without buffers: the objects of a 16 MiB body fit. */
const HEAP_MB = 256
const YOUNG_HEAP_MB = 16
/** A thread holds some 60 MB, and is started in a tenth of a second. */
const IDLE_MS = 5_000

/** A task that is watched ends after so much longer than its processor time, whatever the processor does. */
const MOST_WAITING_FACTOR = 50

/** Threads that start when there is work, end when there is none, and are restarted after a failure. */
export function createThreadPool({ size, idleMs = IDLE_MS, mostProcessorMs }: PoolOptions): ThreadPool {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  const turns = createTurns<string>({ atOnce: size })
  let lastId = 0
  let closed = false
  return {
    run,
    runInTurn: (owner, { task, given, memory }) => turns.run(owner, () => run(task, given, memory)),

    close: async () => {
      closed = true
      for (const waiting of queue.splice(0)) waiting.reject(stops())
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }

  function run<Given, Result>(
    { module, name }: ThreadTask<Given, Result>,
    given: Given,
    memory: ArrayBuffer[] = [],
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (closed) return reject(stops())
      lastId += 1
      const question = { id: lastId, module, name, given, isWatched: mostProcessorMs !== undefined }
      queue.push({ question, memory, resolve: (result) => resolve(result as Result), reject })
      serve()
    })
  }

  function serve(): void {
    while (queue.length > 0 && !closed) {
      const thread = [...threads].find(({ current }) => current === undefined) ?? startThread()
      const next = thread === undefined ? undefined : queue.shift()
      if (thread === undefined || next === undefined) return
      thread.current = next
      clearTimeout(thread.retirement)
      thread.worker.ref()
      thread.worker.postMessage(next.question, next.memory)
    }
  }

  function startThread(): Thread | undefined {
    if (threads.size >= size) return undefined
    const worker = new Worker(new URL('pooled-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    const thread: Thread = { worker, current: undefined, retirement: undefined, watchdog: undefined }
    threads.add(thread)
    worker.on('message', (reply: Reply) => {
      const { current } = thread
      if ('begunAt' in reply) return watch(thread, reply.begunAt)
      clearTimeout(thread.watchdog)
      thread.current = undefined
      worker.unref()
      thread.retirement = setTimeout(() => retire(thread), idleMs).unref()
      if (current !== undefined) settle(current, reply)
      serve()
    })
    worker.on('error', (error: Error) => thread.current?.reject(error))
    worker.on('exit', () => {
      threads.delete(thread)
      clearTimeout(thread.retirement)
      clearTimeout(thread.watchdog)
      thread.current?.reject(new Error('A worker ended'))
      serve()
    })
    return thread
  }

  function watch(thread: Thread, begunAt: ProcessorTime): void {
    if (mostProcessorMs === undefined) return
    const { current } = thread
    const endsAt = performance.now() + mostProcessorMs * MOST_WAITING_FACTOR
    const look = async (): Promise<void> => {
      const { user, system } = await thread.worker.cpuUsage()
      // Its answer may have come in the meantime, or its thread has ended.
      if (thread.current !== current || !threads.has(thread)) return
      const leftMs = mostProcessorMs - (user + system - begunAt.user - begunAt.system) / 1000
      if (leftMs > 0 && performance.now() < endsAt) return lookIn(leftMs)
      threads.delete(thread)
      thread.current = undefined
      current?.reject(new TaskOverran(`A task used more than ${mostProcessorMs} ms`))
      serve()
      await thread.worker.terminate()
    }
    lookIn(mostProcessorMs)

    function lookIn(ms: number): void {
      // A thread that ended rejects: it has nothing left to watch.
      thread.watchdog = setTimeout(() => void look().catch(() => undefined), ms)
    }
  }

  function retire(thread: Thread): void {
    if (thread.current !== undefined) return
    threads.delete(thread)
    void thread.worker.terminate()
  }
}

function stops(): Error {
  return new Error('The server stops')
}

function settle(waiting: Waiting, reply: Exclude<Reply, { begunAt: ProcessorTime }>): void {
  if ('result' in reply) return waiting.resolve(reply.result)
  const { message, damaged } = reply.failure
  waiting.reject(damaged === undefined ? new Error(message) : new DamagedBlockError(damaged, message))
}
