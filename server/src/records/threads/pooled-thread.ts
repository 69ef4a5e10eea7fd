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
}

/** Its answer; errors lose their class on the way. */
export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly damaged: string | undefined } }

type Tasks = Readonly<Record<string, (given: unknown) => Done<unknown>>>

parentPort?.on('message', (question: Question) => void answer(question))

async function answer({ id, module, name, given }: Question): Promise<void> {
  try {
    const task = ((await import(module)) as Tasks)[name]
    if (task === undefined) throw new Error(`${module} exports no task ${name}`)
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
