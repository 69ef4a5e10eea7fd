import { SHARED_PATH, ShareId } from '@fieldwatch/contract/shares/shares'
import type { Db } from '#platform/database/database.ts'
import type { PageFrames } from '#platform/web-app/page-frames.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createShareStore } from './share-store.ts'

/** Who may show the page of a shared link in a frame: the origins that the link names, and no page of our own. */
export function createShareFrames({ db, clock }: { readonly db: Db; readonly clock: Clock }): PageFrames {
  return async (path) => {
    if (!path.startsWith(`${SHARED_PATH}/`)) return undefined
    const id = ShareId.safeParse(path.slice(SHARED_PATH.length + 1))
    return id.success ? createShareStore(db).listOrigins(id.data, clock()) : []
  }
}
