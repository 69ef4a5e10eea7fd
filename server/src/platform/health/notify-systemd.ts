import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from 'pino'

const TELL_MS = 10_000

/**
 * Notifies systemd that the portal is ready, where it asks for that (`Type=notify`, sd_notify(3)). By the command of systemd, as Node.js
 * has no datagrams over Unix sockets.
 */
export async function notifySystemd(environment: NodeJS.ProcessEnv, log: Logger): Promise<void> {
  if (environment['NOTIFY_SOCKET'] === undefined) return
  try {
    await promisify(execFile)('systemd-notify', ['--ready'], { env: environment, timeout: TELL_MS })
  } catch (error) {
    log.warn({ err: error }, 'notifying systemd failed')
  }
}
