import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { Loaded } from '#platform/backup/load-backup.ts'
import type { Restored } from '#platform/backup/restore-backup.ts'
import type { BackupReport } from '#platform/backup/write-backup.ts'

const MEGABYTE = 1_000_000

export function describeWritten(path: string, report: BackupReport): string {
  const { rows, files, missingFiles, bytes, milliseconds } = report
  const megabytes = (bytes / MEGABYTE).toFixed(1)
  return [
    `${path} holds ${counted(rows, 'row')} and ${counted(files, 'picture')}: ${megabytes} MB in ${(milliseconds / 1000).toFixed(1)} s.`,
    ...describeMissing(missingFiles),
    'It contains password hashes and keys: store it where only you can read it.',
    '',
  ].join('\n')
}

export function describeLoaded({ about, manifest }: Loaded): string {
  const rows = manifest.tables.reduce((sum, { count }) => sum + count, 0)
  return [
    `It holds ${counted(rows, 'row')} and ${counted(manifest.files.count, 'picture')}, as they were on ${about.takenAt} (release ${about.release}).`,
    ...describeMissing(manifest.missingFiles),
    '',
  ].join('\n')
}

/** What works again after a restore, and what was taken back after the backup where a later one says it. */
export function describeAccess({ about, access, later }: Restored): string {
  const { programTokens, links, secondFactors, sharedLinks, screens } = access
  return [
    'Everyone is signed out. Passwords, second factors, tokens, mailed links, shared links and screens of wallboards work as they did when the backup was taken:',
    `${counted(programTokens, 'token')} for programs, ${counted(links, 'mailed link')}, ${counted(sharedLinks, 'shared link')}, ${counted(screens, 'paired screen')}, ${counted(secondFactors, 'second factor')}, and the tokens of units.`,
    ...(later === undefined
      ? [`What was revoked after ${about.takenAt} works again. There is no later backup in this folder to list it.`]
      : describeLater(later)),
    'To revoke all tokens for programs, mailed links, shared links and screens: npm run admin -- revoke-all',
    '',
  ].join('\n')
}

function describeLater({ path, takenAt, changes }: NonNullable<Restored['later']>): string[] {
  if (changes.length === 0) return [`Nothing was revoked until ${takenAt}, according to ${path}.`]
  return [
    `These were revoked until ${takenAt}, according to ${path}, and work again:`,
    ...changes.map(({ at, action, subject }) => `  ${at.toISOString()}  ${action}: ${subject}`),
  ]
}

function describeMissing(names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [
    `${counted(names.length, 'picture')} could not be found, so the backup doesn't contain ${names.length === 1 ? 'it' : 'them'}.`,
  ]
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
