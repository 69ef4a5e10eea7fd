import type { Logger } from 'pino'
import { logWrongServices } from './commands/doctor/outside-services.ts'
import { helpIfAsked, START_USAGE } from './commands/help.ts'
import { findUnknownSettings, readConfig } from './config.ts'
import { createLog } from './platform/log/log.ts'
import { notifySystemd } from './platform/health/notify-systemd.ts'
import { BUILD } from './platform/release/release.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** How long work in progress may take to end when a server stops. */
const STOP_SECONDS = 7

helpIfAsked(START_USAGE)
try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const unknown = findUnknownSettings(process.env)
  if (unknown.length > 0) log.warn({ settings: unknown }, 'unknown settings in the environment')
  const starting = startServer(config, log)
  stopOnSignal(starting, log, config.drainSeconds + STOP_SECONDS)
  const { url, mqttPort, httpsPort, mqttsPort } = await starting
  log.info({ release: BUILD, roles: [...config.roles], url, mqttPort, httpsPort, mqttsPort }, 'Fieldwatch is ready')
  await notifySystemd(process.env, log)
  await logWrongServices(config, log)
} catch (error) {
  process.stderr.write(`Fieldwatch cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

/** A server that gets a signal to stop while it starts stops as soon as it has started; a second signal does not wait. */
function stopOnSignal(starting: Promise<RunningServer>, log: Logger, mostSeconds: number): void {
  let isStopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      log.warn({ signal }, 'stopped immediately')
      process.exit(1)
    }
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, mostSeconds * 1000).unref()
    starting
      .then((server) => server.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
