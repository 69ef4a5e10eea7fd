import { parentPort } from 'node:worker_threads'
import { DamagedBlockError } from '#chunks/sealed-block.ts'
import { giveBack } from '#memory/give-back.ts'
import { TASKS, type TaskName } from './chunk-tasks.ts'

/** What a worker is asked. */
export interface Question {
  readonly id: number
  readonly name: TaskName
  readonly given: unknown
}

/** What it answers; errors lose their class on the way. */
export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly damaged: string | undefined } }

parentPort?.on('message', ({ id, name, given }: Question) => {
  try {
    const { result, memory, spent } = TASKS[name](given as never)
    reply({ id, result }, memory)
    giveBack(spent)
  } catch (error) {
    const damaged = error instanceof DamagedBlockError ? error.label : undefined
    reply({
      id,
      failure: { message: error instanceof Error ? (error.stack ?? error.message) : String(error), damaged },
    })
  }
})

function reply(message: Reply, memory: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, memory)
}
