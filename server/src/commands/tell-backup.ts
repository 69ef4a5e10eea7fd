import type { Loaded } from '#platform/backup/load-backup.ts'
import type { BackupReport } from '#platform/backup/write-backup.ts'

const MEGABYTE = 1_000_000

export function tellWritten(path: string, report: BackupReport): string {
  const { tables, rows, files, missingFiles, bytes, milliseconds } = report
  const megabytes = (bytes / MEGABYTE).toFixed(1)
  return [
    `${path} holds ${counted(rows, 'row')} of ${counted(tables, 'table')} and ${counted(files, 'picture')}: ${megabytes} MB in ${(milliseconds / 1000).toFixed(1)} s.`,
    ...tellMissing(missingFiles),
    'Passwords’ hashes and keys are in it: keep it where nobody else can read it.',
    '',
  ].join('\n')
}

export function tellLoaded({ about, manifest }: Loaded): string {
  const rows = manifest.tables.reduce((sum, { count }) => sum + count, 0)
  return [
    `It holds ${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')} and ${counted(manifest.files.count, 'picture')}, as they were on ${about.takenAt} (release ${about.release}).`,
    ...tellMissing(manifest.missingFiles),
    '',
  ].join('\n')
}

function tellMissing(names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [`${counted(names.length, 'picture')} could not be found, and ${names.length === 1 ? 'is' : 'are'} not in it.`]
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`
}
