import { parentPort } from 'node:worker_threads'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { releaseBuffers } from '#platform/memory/release-buffers.ts'
import type { Done } from './thread-task.ts'

/** A question to a thread. */
export interface Question {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly given: unknown
  /** The thread says when it begins. */
  readonly isWatched: boolean
}

/** How much processor time a thread has used so far, in microseconds. */
export interface ProcessorTime {
  readonly user: number
  readonly system: number
}

/** Its answer; errors lose their class on the way. */
export type Reply =
  | { readonly id: number; readonly begunAt: ProcessorTime }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly damaged: string | undefined } }

type Tasks = Readonly<Record<string, (given: unknown) => Done<unknown>>>

parentPort?.on('message', (question: Question) => void answer(question))

async function answer({ id, module, name, given, isWatched }: Question): Promise<void> {
  try {
    const task = ((await import(module)) as Tasks)[name]
    if (task === undefined) throw new Error(`${module} exports no task ${name}`)
    if (isWatched) reply({ id, begunAt: process.threadCpuUsage() })
    const { result, memory, spent } = task(given)
    reply({ id, result }, memory)
    releaseBuffers(spent)
  } catch (error) {
    const damaged = error instanceof DamagedBlockError ? error.label : undefined
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    reply({ id, failure: { message, damaged } })
  }
}

function reply(message: Reply, memory: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, memory)
}
