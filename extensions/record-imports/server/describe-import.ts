import { IMPORT_PART_BYTES, type RecordImport } from '../contract/record-imports.ts'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import type { StoredImport } from './import-store.ts'

/** How many parts a file has. */
export function partsOf(fileBytes: number): number {
  return Math.ceil(fileBytes / IMPORT_PART_BYTES)
}

/** An import as it is sent. */
export function describeImport(of: StoredImport): RecordImport {
  return {
    importID: of.id,
    dataID: of.dataId,
    fileName: of.fileName,
    fileBytes: of.fileBytes,
    parts: of.parts,
    state: of.state,
    settings: of.settings ?? null,
    createdUTC: formatTime(of.createdAt.getTime()),
    createdBy: of.createdBy ?? null,
    endedUTC: formatTimeOrNull(of.endedAt?.getTime()),
    progress: Math.min(1, of.readParts / partsOf(of.fileBytes)),
    checked: of.checked,
    counts: of.counts,
    firstUTC: formatTimeOrNull(of.firstAt),
    lastUTC: formatTimeOrNull(of.lastAt),
    failure: of.failure ?? null,
  }
}
