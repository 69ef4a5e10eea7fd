import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { encodeImage, type ImageKind, type Picture } from './encode-image.ts'
import { FILE_NAME, type FileStorage } from './file-storage.ts'
import { createStoredFileStore } from './stored-file-store.ts'

interface Parts {
  db: Db
  storage: FileStorage
  clock: Clock
  random: Random
  log: Logger
}

export interface NewImage {
  kind: ImageKind
  file: Picture | File
  uploadedBy: UserId
}

/** A picture of a thing that replaces another, or none. */
export interface Replacement {
  kind: ImageKind
  /** Whose picture it is, such as `user:4711`. */
  subject: string
  /** Addresses; empty for none. */
  before: string
  after: string
  uploadedBy: UserId
}

/** How long an unused upload is kept. */
export const UNREFERENCED_MS = 24 * 60 * 60_000

/** The most unused uploads of one user. */
const LOOSE_AT_ONCE = 50

const ADDRESS = `${API_BASE}/files/`

export type Images = ReturnType<typeof createImages>

/**
 * Pictures of people, entities and units. One is stored first, and then kept by the transaction that names it
 * (`replace`); call `removeUnreferenced` after that transaction, so that the old picture goes.
 */
export function createImages({ db, storage, clock, random, log }: Parts) {
  const files = createStoredFileStore(db)
  let drawing: Promise<unknown> = Promise.resolve()

  /** One picture at a time: an open one takes much memory. */
  const encodeInTurn = (picture: Picture, kind: ImageKind): Promise<Buffer> => {
    const mine = drawing.then(() => encodeImage(picture, kind))
    // A failure is for the upload that it belongs to, not for the next one.
    drawing = mine.catch(() => undefined)
    return mine
  }

  const removeUnreferencedSince = async (before: number): Promise<void> => {
    for (const name of await files.listLoose(before)) {
      // When the storage fails, the row stays and the removal is retried.
      await db.transaction().execute(async (tx) => {
        if (await createStoredFileStore(tx).removeUnreferenced(name)) await storage.remove(name)
      })
    }
  }

  const requireRoom = async (person: UserId): Promise<void> => {
    if ((await files.countLooseOf(person)) >= LOOSE_AT_ONCE) throw new DomainError('request/rate-limited')
  }

  return {
    /**
     * Checks that a user may upload one more picture; call it before reading the bytes.
     * @throws DomainError request/rate-limited
     */
    requireRoom,

    /**
     * Re-encodes a picture and stores it under a name that cannot be guessed; returns its address. It is kept for a day unless
     * used.
     * @throws DomainError file/empty, file/too-large, file/type-unsupported, file/type-mismatch, file/too-many-pixels,
     * file/unreadable, request/rate-limited
     */
    store: async ({ kind, file, uploadedBy }: NewImage): Promise<string> => {
      await requireRoom(uploadedBy)
      const picture = file instanceof File ? { bytes: Buffer.from(await file.arrayBuffer()), type: file.type } : file
      const bytes = await encodeInTurn(picture, kind)
      const name = `${random.secret()}.webp`
      // Writes the row first: a file without one would never be found again.
      await files.create({ name, kind, uploadedBy, bytes: bytes.length, at: clock() })
      await storage.put(name, bytes)
      return ADDRESS + name
    },

    /**
     * Marks the new picture as used and the old one as unused, within the transaction that writes the new address.
     * @throws DomainError file/not-found unless the new picture is an unused upload of this kind by this user
     */
    replace: async (tx: Db, { kind, subject, before, after, uploadedBy }: Replacement): Promise<void> => {
      if (before === after) return
      const store = createStoredFileStore(tx)
      if (after !== '') {
        const claimed = isOurs(after) && (await store.claim(nameOf(after), { kind, subject, uploadedBy }))
        if (!claimed) throw new DomainError('file/not-found')
      }
      if (isOurs(before)) await store.release(nameOf(before), subject)
    },

    /** Marks a picture as unused, within the transaction that removes what showed it. */
    release: async (tx: Db, { subject, picture }: { subject: string; picture: string }): Promise<void> => {
      if (isOurs(picture)) await createStoredFileStore(tx).release(nameOf(picture), subject)
    },

    /** Removes unused pictures. A failure is only logged, as it is tried again. */
    removeUnreferenced: async (): Promise<void> => {
      await removeUnreferencedSince(1).catch((error: unknown) =>
        log.warn({ err: error }, 'removing unused images failed'),
      )
    },

    /** Removes unused pictures, and uploads that were not used within a day. */
    removeOld: (): Promise<void> => removeUnreferencedSince(clock() - UNREFERENCED_MS),

    /** @throws DomainError file/not-found */
    read: async (name: string): Promise<Buffer> => {
      const bytes = FILE_NAME.test(name) ? await storage.get(name) : undefined
      if (bytes === undefined) throw new DomainError('file/not-found')
      return bytes
    },
  }
}

function isOurs(address: string): boolean {
  return address.startsWith(ADDRESS) && FILE_NAME.test(nameOf(address))
}

function nameOf(address: string): string {
  return address.slice(ADDRESS.length)
}
