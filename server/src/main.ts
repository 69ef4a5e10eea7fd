import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { startServer } from './start-server.ts'

/** What is under way when a server stops has so long to end, after others were told. */
const STOP_SECONDS = 7

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const server = await startServer(config, log)
  const { url, mqttPort, httpsPort, mqttsPort } = server
  log.info({ roles: [...config.roles], url, mqttPort, httpsPort, mqttsPort }, 'Fieldwatch is ready')

  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) {
      log.warn({ signal }, 'stopped at once')
      process.exit(1)
    }
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(
      () => {
        log.error('stopping took too long')
        process.exit(1)
      },
      (config.drainSeconds + STOP_SECONDS) * 1000,
    ).unref()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`Fieldwatch cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
