import { randomUUID } from 'node:crypto'
import { checkNatsAnswers } from '#platform/bus/nats-transport.ts'
import type { NatsSettings } from '#platform/bus/nats-settings.ts'
import { createS3Storage, type S3Settings } from '#platform/files/s3-storage.ts'
import { createBucket } from '#records/history/bucket.ts'
import type { HistorySettings } from '#records/history/history-settings.ts'
import { reasonText } from '#platform/errors/reason-text.ts'
import { systemPause } from '#platform/time/clock.ts'
import { type Finding, well, wrong } from './finding.ts'

interface Store {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  readonly get: (name: string) => Promise<Buffer | undefined>
  readonly remove: (name: string) => Promise<void>
}

/** Puts an object into the bucket of uploads, reads it, and removes it. */
export function checkUploads({ filesS3 }: { readonly filesS3: S3Settings | undefined }): Promise<Finding> {
  if (filesS3 === undefined) throw new Error('no bucket is set')
  const what = `The bucket ${filesS3.bucket} for uploads (FIELDWATCH_FILES_S3_BUCKET)`
  return checkStore(what, createS3Storage(filesS3), '')
}

/** As `checkUploads`, for the bucket of old records. */
export function checkHistory(settings: HistorySettings): Promise<Finding> {
  const what = `The bucket ${settings.bucket} for old records (FIELDWATCH_HISTORY_S3_BUCKET)`
  return checkStore(what, createBucket(settings, systemPause), settings.prefix)
}

async function checkStore(what: string, store: Store, prefix: string): Promise<Finding> {
  const name = `${prefix}doctor-${randomUUID()}`
  const bytes = Buffer.from(name)
  let step = 'putting'
  try {
    await store.put(name, bytes)
    step = 'reading'
    if (!(await store.get(name))?.equals(bytes)) return wrong(`${what} does not return what was put into it.`)
    step = 'removing'
    await store.remove(name)
    return well(`${what} takes, returns and removes objects.`)
  } catch (error) {
    return wrong(`${what} cannot be used: ${step} an object failed. ${reasonText(error)}.`)
  }
}

/** Connects to NATS and signs in. */
export async function checkNats(settings: NatsSettings): Promise<Finding> {
  const nodes = settings.servers.join(', ')
  try {
    await checkNatsAnswers(settings)
    return well(`NATS answers (${nodes}).`)
  } catch (error) {
    return wrong(
      `NATS (NATS_URL, ${nodes}) cannot be used: ${reasonText(error)}. Until then, servers do not hear of each other's changes at once.`,
    )
  }
}
