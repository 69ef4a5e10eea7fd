import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import { MOST_PICTURE_BYTES } from '@fieldwatch/contract/api/files'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { encodeImage, type ImageKind, type Picture } from './encode-image.ts'
import { FILE_NAME, type FileStorage, PRIVATE_NAME } from './file-storage.ts'
import { createStoredFileStore, type StoredFile } from './stored-file-store.ts'

interface Parts {
  db: Db
  storage: FileStorage
  clock: Clock
  random: Random
  log: Logger
}

interface NewImage {
  kind: ImageKind
  file: Picture | File
  uploadedBy: UserId
}

interface NewPrivateImage extends Omit<NewImage, 'kind'> {
  /** The entity of the person who adds it. */
  entity: EntityId
}

/** A picture of a thing that replaces another, or none. */
interface Replacement {
  kind: ImageKind
  /** Whose picture it is, such as `user:4711`. */
  subject: string
  /** Addresses; empty for none. */
  before: string
  after: string
  uploadedBy: UserId
}

/** A private picture of a thing that replaces another, or none. */
interface PrivateReplacement {
  /** Whose picture it is, such as `note:4711`. */
  readonly subject: string
  /** Names; null for none. */
  readonly before: string | null
  readonly after: string | null
  readonly uploadedBy: UserId
}

/** How long an unused upload is kept. */
export const UNREFERENCED_MS = DAY_MS

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

  const keep = async (file: StoredPicture, bytes: Buffer): Promise<void> => {
    // Writes the row first: a file without one would never be found again.
    await files.create({ ...file, bytes: bytes.length, at: clock() })
    await storage.put(file.name, bytes)
  }

  /** Rows first, as `keep`, and all of them before another picture of the entity is counted. */
  const keepOfNote = async (
    pictures: readonly { readonly file: Omit<StoredPicture, 'uploadedBy'>; readonly bytes: Buffer }[],
    { uploadedBy, entity }: { readonly uploadedBy: UserId; readonly entity: EntityId },
  ): Promise<void> => {
    const at = clock()
    await db.transaction().execute(async (tx) => {
      const store = createStoredFileStore(tx)
      const { ofPerson, ofEntity } = await store.sumOfNotes(entity, { person: uploadedBy, since: at - DAY_MS })
      const more = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (ofPerson + more > MOST_PICTURE_BYTES.ofPerson) throw new DomainError('file/too-many-pictures')
      if (ofEntity + more > MOST_PICTURE_BYTES.ofEntity) throw new DomainError('file/pictures-full')
      for (const { file, bytes } of pictures)
        await store.create({ ...file, uploadedBy, entity, bytes: bytes.length, at })
    })
    for (const { file, bytes } of pictures) await storage.put(file.name, bytes)
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
      const bytes = await encodeInTurn(await pictureOf(file), kind)
      const name = `${random.secret()}.webp`
      await keep({ name, kind, uploadedBy }, bytes)
      return ADDRESS + name
    },

    /**
     * As `store`, for a picture that has no public address, with a small one beside it; returns its name.
     * @throws DomainError as `store`, file/too-many-pictures, file/pictures-full
     */
    storePrivate: async ({ file, uploadedBy, entity }: NewPrivateImage): Promise<string> => {
      await requireRoom(uploadedBy)
      const picture = await pictureOf(file)
      const [bytes, small] = [await encodeInTurn(picture, 'note'), await encodeInTurn(picture, 'note-small')]
      const name = `note-${random.secret()}.webp`
      const pictures = [
        { file: { name, kind: 'note' as const }, bytes },
        { file: { name: smallNameOf(name), kind: 'note-small' as const }, bytes: small },
      ]
      await keepOfNote(pictures, { uploadedBy, entity })
      return name
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

    /** As `replace`, for a private picture and the small one beside it. */
    replacePrivate: async (tx: Db, { subject, before, after, uploadedBy }: PrivateReplacement): Promise<void> => {
      if (before === after) return
      const store = createStoredFileStore(tx)
      if (after !== null) {
        const claimed =
          PRIVATE_NAME.test(after) &&
          (await store.claim(after, { kind: 'note', subject, uploadedBy })) &&
          (await store.claim(smallNameOf(after), { kind: 'note-small', subject, uploadedBy }))
        if (!claimed) throw new DomainError('file/not-found')
      }
      if (before !== null) {
        await store.release(before, subject)
        await store.release(smallNameOf(before), subject)
      }
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

    /**
     * Reads a private picture, or the small one beside it. Check first that the caller sees what it belongs to.
     * @throws DomainError file/not-found
     */
    readPrivate: async (name: string, size: 'full' | 'small'): Promise<Buffer> => {
      const bytes = await storage.get(size === 'small' ? smallNameOf(name) : name)
      if (bytes === undefined) throw new DomainError('file/not-found')
      return bytes
    },
  }
}

type StoredPicture = Pick<StoredFile, 'name' | 'kind' | 'uploadedBy'>

async function pictureOf(file: NewImage['file']): Promise<Picture> {
  return file instanceof File ? { bytes: Buffer.from(await file.arrayBuffer()), type: file.type } : file
}

function smallNameOf(name: string): string {
  return name.replace(/\.webp$/, '-small.webp')
}

function isOurs(address: string): boolean {
  return address.startsWith(ADDRESS) && FILE_NAME.test(nameOf(address))
}

function nameOf(address: string): string {
  return address.slice(ADDRESS.length)
}
