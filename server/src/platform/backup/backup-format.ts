import { z } from 'zod'

/**
 * A backup is a tar archive, compressed by zstd, with these entries in this order: `about.json`; for each table its rows as
 * PostgreSQL's binary COPY writes them, in pieces `database/{table}/{number}`; each picture as `files/{name}`; `manifest.json`.
 */
export const FORMAT = 1

export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'

/** The longest entry that a backup has. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024

/** Tables are cut into pieces of about this size, because an archive needs the size of an entry before its bytes. */
export const PIECE_BYTES = 1024 * 1024

/** What a reader must know before the first row. */
export const About = z.object({
  format: z.int(),
  /** The release that made it. */
  release: z.string(),
  takenAt: z.iso.datetime(),
  /** The migrations that the database had, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).readonly() })),
})
export type About = z.infer<typeof About>

const Sum = z.object({ count: z.int(), bytes: z.int(), sha256: z.string() })

/** What a reader can compare, once everything else was read. */
export const Manifest = z.object({
  tables: z.array(Sum.extend({ name: z.string() })),
  files: Sum,
  /** Pictures that the database names and the storage does not have. */
  missingFiles: z.array(z.string()),
  /** Where numbering continues; `called` says whether `last` is taken. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), called: z.boolean() })),
})
export type Manifest = z.infer<typeof Manifest>
export type TableSum = Manifest['tables'][number]

export function tablePiece(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(6, '0')}`
}

/** Undefined for an entry that is no piece of a table. */
export function tableOf(entry: string): string | undefined {
  return /^database\/([^/]+)\/\d{6,}$/.exec(entry)?.[1]
}

export const FILES = 'files/'

/** What is wrong, in a sentence for the person who runs the command. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
