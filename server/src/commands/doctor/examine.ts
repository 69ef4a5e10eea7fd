import pg from 'pg'
import { pino } from 'pino'
import { findSharedDatabase } from '#platform/database/configured-database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { type Config, findUnknownSettings, readConfig } from '#config.ts'
import { checkDatabase, checkOldRecords } from './check-database.ts'
import { checkDisk, checkFormerData, checkWritable } from './check-disk.ts'
import { checkPorts, reachable, type WantedPort } from './check-ports.ts'
import { checkBackups, checkEncryption } from './check-installation.ts'
import { checksOfServices } from './outside-services.ts'
import { type Checks, type Finding, note, runChecks, wrong } from './finding.ts'
import { readInstallation } from './installation-store.ts'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { uploadsFolder } from '#platform/files/folder-storage.ts'
import { reasonText } from '#platform/errors/reason-text.ts'

const ASK_MS = 5_000

/** Looks at everything that the settings name; nothing is changed. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    return [wrong(`${reasonText(error)}.`)]
  }
  const now = systemClock()
  const running = await isRunning(config)
  const { dataFolder, databaseUrl, backups, host } = config
  const checks: Checks = {
    'The settings': async () => findUnknownSettings(environment).map(describeUnknown),
    'The extensions': async () => describeExtensions(config),
    'The data folder': () => checkDisk('data', dataFolder),
    'The data folder itself': async () => (databaseUrl === undefined ? checkFormerData(dataFolder) : []),
    'The folder of backups': async () => (backups === undefined ? [] : checkDisk('backups', backups.folder)),
    'The ports': () => checkPorts(host, portsOf(config), running),
    'The database': () => examineDatabase(config, now, { mayStart: !running }),
    'The folder of uploads': async () => (config.filesS3 === undefined ? checkWritable(uploadsFolder(dataFolder)) : []),
    ...checksOfServices(config),
    'The certificate': async () => [await checkEncryption(config, now)],
    'The backups': async () => [await checkBackups(backups, now)],
  }
  return runChecks(checks)
}

/** Those that are off, as their screens and addresses are missed otherwise. */
function describeExtensions({ extensions }: Config): Finding[] {
  const off = ALL_EXTENSIONS.filter((one) => !extensions.includes(one)).map(({ name }) => name)
  return off.length === 0 ? [] : [note(`FIELDWATCH_EXTENSIONS leaves out ${off.join(', ')}. Their data are kept.`)]
}

function describeUnknown(name: string): Finding {
  return wrong(
    `${name} is not a setting, and does nothing. docs/reference/configuration.md lists those that there are.`,
  )
}

async function examineDatabase(config: Config, now: number, how: { mayStart: boolean }): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  try {
    const connection = await findSharedDatabase(config, pino({ level: 'silent' }), stack, how)
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: ASK_MS })
    client.on('error', () => undefined)
    await client.connect()
    stack.defer(() => client.end())
    const found = await readInstallation(client)
    const findings = [...(await checkDatabase(found, now)), ...checkOldRecords(found, config.history)]
    const { extensions, extensionSettings } = config
    const checks: Checks = Object.assign({}, ...extensions.map((one) => one.examine?.(extensionSettings, connection)))
    return [...findings, ...(await runChecks(checks))]
  } catch (error) {
    const reason = reasonText(error)
    if (reason.startsWith('There are no data')) return [note(`${reason} yet; the first start makes them.`)]
    return [wrong(`The database cannot be used: ${reason}.`)]
  }
}

function portsOf({ port, mqttPort, tls, ingest, roles }: Config): WantedPort[] {
  const ports: WantedPort[] = [{ what: 'HTTP', setting: 'FIELDWATCH_PORT', port }]
  if (ingest.plain && roles.has('ingest')) ports.push({ what: 'MQTT', setting: 'FIELDWATCH_MQTT_PORT', port: mqttPort })
  if (tls === undefined) return ports
  ports.push({ what: 'HTTPS', setting: 'FIELDWATCH_HTTPS_PORT', port: tls.httpsPort })
  if (roles.has('ingest')) ports.push({ what: 'MQTT over TLS', setting: 'FIELDWATCH_MQTTS_PORT', port: tls.mqttsPort })
  return ports
}

/** Whether it is a portal that answers on the port. */
async function isRunning({ host, port }: Config): Promise<boolean> {
  const address = reachable(host)
  const name = address.includes(':') ? `[${address}]` : address
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(ASK_MS) })
    return ((await answer.json()) as { status?: unknown }).status === 'success'
  } catch {
    return false
  }
}
