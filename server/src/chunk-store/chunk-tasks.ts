import { memoryOfRebuilt, rebuildChunks, type Rebuild, type RebuiltChunk } from './rebuild-chunks.ts'

/** What is done in a thread of its own: what each task is given, and what it returns. */
export interface ChunkTasks {
  rebuild: { given: Rebuild; result: RebuiltChunk[] }
}

export type TaskName = keyof ChunkTasks

interface Done<Result> {
  readonly result: Result
  /** Memory that is handed over with the result. */
  readonly memory: ArrayBuffer[]
}

type Task<Name extends TaskName> = (given: ChunkTasks[Name]['given']) => Done<ChunkTasks[Name]['result']>

export const TASKS: { readonly [Name in TaskName]: Task<Name> } = {
  rebuild: (given) => {
    const result = rebuildChunks(given)
    return { result, memory: memoryOfRebuilt(result) }
  },
}
