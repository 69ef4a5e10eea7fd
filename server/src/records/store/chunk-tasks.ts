import type { StoredRecord } from './record-reader.ts'
import { type Done, threadTask } from '#records/threads/thread-task.ts'
import { memoryOfChunk } from './packed-chunk.ts'
import { memoryOfBlocks } from './packed-part.ts'
import { memoryOfRebuilt, rebuildChunks, type Rebuild, type RebuiltChunk } from './rebuild-chunks.ts'
import { pickRecords, type PickedPlaces, type SelectedRecord, type Selection, selectRecords } from './select-records.ts'

export function rebuild(given: Rebuild): Done<RebuiltChunk[]> {
  const result = rebuildChunks(given)
  return { result, memory: memoryOfRebuilt(result), spent: given.chunks.flatMap(memoryOfChunk) }
}

export function select(given: Selection): Done<SelectedRecord[]> {
  return { result: selectRecords(given), memory: [], spent: memoryOfBlocks(given.part.chunk) }
}

export function pick(given: PickedPlaces): Done<StoredRecord[]> {
  return { result: pickRecords(given), memory: [], spent: memoryOfBlocks(given.blocks) }
}

export const REBUILD = threadTask(import.meta.url, rebuild)
export const SELECT = threadTask(import.meta.url, select)
export const PICK = threadTask(import.meta.url, pick)
