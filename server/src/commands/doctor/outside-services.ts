import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { checkBrowser, checkMail } from './check-services.ts'
import { checkHistory, checkNats, checkUploads } from './check-stores.ts'
import { type Checks, runChecks } from './finding.ts'

/** Every service beside the database that the settings name. */
export function checksOfServices(config: Config): Checks {
  const { filesS3, history, nats, smtpUrl, browser, extensions, extensionSettings } = config
  return {
    'The bucket of uploads': async () => (filesS3 === undefined ? [] : [await checkUploads(config)]),
    'The bucket of old records': async () => (history === undefined ? [] : [await checkHistory(history)]),
    NATS: async () => (nats === undefined ? [] : [await checkNats(nats)]),
    'The mail server': async () => [await checkMail(smtpUrl)],
    'The browser for PDF': async () => (browser === undefined ? [] : [await checkBrowser(browser)]),
    ...Object.assign({}, ...extensions.map(({ checks }) => checks?.(extensionSettings))),
  }
}

/** Logs which of them cannot be used, as `doctor` says it. A portal that starts does not wait for that. */
export async function logWrongServices(config: Config, log: Logger): Promise<void> {
  for (const { state, sentence } of await runChecks(checksOfServices(config)))
    if (state === 'wrong') log.warn({ problem: sentence }, 'a service that the settings name cannot be used')
}
