import { appOrigin } from '@fieldwatch/contract/people/apps'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { every } from '#platform/time/every.ts'
import { createAppStore } from './app-store.ts'

/** How soon an app that the command line added can be opened, without a restart. */
const LOOK_EVERY_MS = 5000

/** Keeps the origins of the apps at hand, for the header of each page. */
export async function startFrameOrigins(db: Db, log: Logger) {
  let origins = await readOrigins(db)
  const looking = every(
    LOOK_EVERY_MS,
    async () => {
      origins = await readOrigins(db)
    },
    log,
  )
  return {
    /** Where the apps run that do not run on our own origin. */
    current: (): readonly string[] => origins,
    close: () => looking.close(),
  }
}

async function readOrigins(db: Db): Promise<string[]> {
  const apps = await createAppStore(db).list()
  return [...new Set(apps.flatMap(({ url }) => appOrigin(url) ?? []))]
}
