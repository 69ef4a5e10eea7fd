import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { existsSync } from 'node:fs'
import { createBackupFolder } from '#platform/backup/backup-folder.ts'
import type { BackupPlan } from '#platform/backup/backup-settings.ts'
import { readCertificateFiles } from '#platform/tls/certificate-files.ts'
import type { TlsSettings } from '#platform/tls/tls-settings.ts'
import { reasonText } from '#platform/errors/reason-text.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const SOON_DAYS = 14

interface Encryption {
  readonly tls: TlsSettings | undefined
  readonly trustProxy: boolean
  readonly host: string
}

export async function checkEncryption({ tls, trustProxy, host }: Encryption, now: number): Promise<Finding> {
  if (tls === undefined) {
    const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(host)
    return isOpen && !trustProxy
      ? wrong(
          'The portal is open to the network without encryption: passwords and tokens go over the wire as they are.',
        )
      : note('There is no certificate: use a proxy in front for encryption.')
  }
  if ('names' in tls.source)
    return note(`The portal gets certificates for ${tls.source.names.join(', ')} itself (${tls.source.setting}).`)
  try {
    const { expiresAt } = await readCertificateFiles(tls.source, now)
    const end = `The certificate ends on ${new Date(expiresAt).toISOString().slice(0, 10)}`
    return expiresAt - now < SOON_DAYS * DAY_MS ? wrong(`${end}: renew it.`) : well(`${end}.`)
  } catch (error) {
    return wrong(`${reasonText(error)}.`)
  }
}

export async function checkBackups(plan: BackupPlan | undefined, now: number): Promise<Finding> {
  if (plan === undefined) return note('Scheduled backups are off (FIELDWATCH_BACKUP_FOLDER).')
  const { folder, everyHours } = plan
  if (!existsSync(folder)) return wrong(`The folder for backups, ${folder}, does not exist.`)
  const newest = (await createBackupFolder(folder).list()).at(-1)
  if (newest === undefined) return wrong(`There is no backup in ${folder} yet.`)
  const written = `The newest backup in ${folder} is of ${new Date(newest.takenAt).toISOString()}`
  return now - newest.takenAt > 2 * everyHours * HOUR_MS
    ? wrong(`${written}: it should be newer. The log of the portal says why backups fail.`)
    : well(`${written}.`)
}
