import { flag } from '#platform/roles/flag.ts'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { resolve } from 'node:path'
import { z } from 'zod'
import { BACKUP_SETTINGS, backupPlanOf } from '#platform/backup/backup-settings.ts'
import { TLS_SETTINGS, tlsOf } from '#platform/tls/tls-settings.ts'
import { CONNECTIONS } from '#platform/database/database.ts'
import { HISTORY_SETTINGS, type HistorySettings } from '#records/history/history-settings.ts'
import { NATS_SETTINGS, natsOf } from '#platform/bus/nats-settings.ts'
import type { S3Settings } from '#platform/files/s3-storage.ts'
import { STANDARD_INGEST } from '#doors/ingest/ingest-settings.ts'
import { readNetworks } from '#platform/outside/open-networks.ts'
import { STANDARD_LIMITS } from '#people/access/people-limits.ts'
import { SMS_PROVIDERS, type SmsProvider } from '#delivery/sms/sms-sender.ts'
import { withoutPeriod } from '#platform/errors/reason-text.ts'
import { port } from '#platform/settings/port-setting.ts'
import {
  EXTENSION_SETTINGS,
  extensionsOf,
  requireNeeded,
  requireOn,
  SETTINGS_OF_EXTENSIONS,
} from './extension-settings.ts'
import { ROLE_SETTINGS, rolesOf } from './platform/roles/roles.ts'
import { chooseDataFolder } from './platform/database/open-folder.ts'

const days = z.coerce.number().int().min(1).max(36_500).optional()
const most = z.coerce.number().int().min(1).max(1_000_000)

/** Web addresses between spaces, of each its origin. */
const origins = z
  .string()
  .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
  .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)))

function requireNetworks(text: string, context: z.RefinementCtx): void {
  try {
    readNetworks(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
}

/** A non-special scheme lets commas through: the hosts of a failover, of which `pg` would look up the whole list as one name. */
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  hostname: /^[^,]*$/,
  error: 'write postgresql://user:password@host:5432/name, with one host',
})

/** Every setting of the core, by the name of its environment variable, with what it means. The reference page is checked against it. */
export const SETTINGS = {
  FIELDWATCH_DATA: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of everything that is kept: the embedded database, files.'),
  FIELDWATCH_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that HTTP and MQTT listen on; `0.0.0.0` opens them to the network.'),
  FIELDWATCH_PORT: port.default(8080).describe('Port of the web app, the HTTP API and MQTT over WebSocket (`/mqtt`).'),
  FIELDWATCH_MQTT_PORT: port.default(1883).describe('Port of MQTT over TCP.'),
  FIELDWATCH_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address under which people reach the portal, for links in mails. Leaving it out means `http://localhost` and the port.',
    ),
  FIELDWATCH_PUBLIC_MQTT_URL: z
    .url({ protocol: /^mqtts?$/ })
    .optional()
    .describe(
      'Address under which units reach MQTT, such as `mqtts://portal.example:8883`, for the commands that the portal shows. Leaving it out means the host of the public URL and the port.',
    ),
  FIELDWATCH_TRUST_PROXY: flag
    .default(false)
    .describe('Whether `X-Forwarded-For` and `X-Forwarded-Proto` of a proxy in front are believed.'),
  FIELDWATCH_OPERATOR_TOKEN: z
    .string()
    .regex(/^[!-9;-~]{16,200}$/, 'A token has 16 to 200 letters, digits and signs without spaces and colons')
    .optional()
    .describe(
      'A secret that opens `/metrics` and `/api/docs`, as a bearer token or as a password. Without it `/metrics` is open to programs on the machine of the portal only. People who are signed in, and tokens with the scope `read`, open `/api/docs` too.',
    ),
  ...TLS_SETTINGS,
  FIELDWATCH_MQTT_PROXY_PROTOCOL: flag
    .default(STANDARD_INGEST.proxyProtocol)
    .describe(
      'Whether MQTT over TCP comes through a proxy that tells the address of each unit by the PROXY protocol (version 1 or 2). Connections without it are ended then.',
    ),
  FIELDWATCH_HTTP_CONNECTIONS_PER_ADDRESS: most
    .default(2_000)
    .describe(
      'HTTP connections of one network address, WebSockets included; more are ended. Behind a proxy that is trusted they are not counted.',
    ),
  FIELDWATCH_MQTT_CONNECTIONS_PER_ADDRESS: most
    .default(STANDARD_INGEST.connectionsPerAddress)
    .describe('MQTT connections of one network address; more are refused.'),
  FIELDWATCH_MQTT_WAITING_PER_ADDRESS: most
    .default(STANDARD_INGEST.waitingPerAddress)
    .describe('Of these, how many have not sent CONNECT yet; one more ends the oldest of them. Each has ten seconds.'),
  FIELDWATCH_MQTT_CONNECTIONS_PER_UNIT: most
    .default(STANDARD_INGEST.connectionsPerUnit)
    .describe('MQTT connections of one unit; one more ends the oldest of them.'),
  FIELDWATCH_SOURCES_PER_UNIT: most
    .default(STANDARD_INGEST.sourcesPerUnit)
    .describe('Sources of one unit; records of new ones are refused beyond.'),
  FIELDWATCH_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe messages that are logged.'),
  FIELDWATCH_MAP_STYLE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('MapLibre style document to draw maps with, instead of the offline base map.'),
  FIELDWATCH_MAP_ORIGINS: origins
    .optional()
    .describe(
      'Where that map loads tiles, fonts and icons from, when not from the origin of its style, such as `https://tiles.example https://fonts.example`.',
    ),
  FIELDWATCH_MAP_PMTILES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with a street map of a region or the world (PMTiles, in the scheme of Protomaps) to draw maps with, see below. A style or Google Maps comes before it.',
    ),
  FIELDWATCH_GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'A key has letters, digits, dashes and underscores')
    .optional()
    .describe(
      'Key of the Google Maps JavaScript API, to draw maps with Google Maps. Browsers see it: restrict it to the address of the portal.',
    ),
  FIELDWATCH_RETENTION_RAW_DAYS: days.describe(
    'Days that records are kept, by their `messageUTC`, where neither their source nor its entity has a number of its own. Without it for ever.',
  ),
  FIELDWATCH_RETENTION_SUMMARY_DAYS: days.describe(
    'Days that summaries are kept, from which charts over wide ranges are drawn when the records are gone. Without it for ever.',
  ),
  DATABASE_URL: databaseAddress
    .optional()
    .describe(
      'A PostgreSQL 15 or newer to use instead of the embedded one. Its address names one host: `postgresql://user:password@host:5432/fieldwatch`.',
    ),
  FIELDWATCH_FORMER_POSTGRES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of a PostgreSQL of a former major version (with `bin/postgres` in it, such as `/usr/lib/postgresql/17`), to bring data of that version to the one that this release has. Without it the one that the release brings.',
    ),
  FIELDWATCH_READ_DATABASE_URL: databaseAddress
    .optional()
    .describe(
      'A standby of that PostgreSQL, at which charts, exports and searches through whole sources are read as long as it is up to date. The portal opens another quarter of `FIELDWATCH_DATABASE_CONNECTIONS` there.',
    ),
  FIELDWATCH_DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(12)
    .max(500)
    .default(CONNECTIONS)
    .describe(
      'Connections to the database at most: a quarter each for units, for reading records, for other requests and for background work. At most 48 with the embedded PostgreSQL.',
    ),
  ...BACKUP_SETTINGS,
  ...EXTENSION_SETTINGS,
  ...ROLE_SETTINGS,
  FIELDWATCH_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(3)
    .describe(
      'How long a stopping server still takes requests while `/readyz` says that it is not ready, so that load balancers notice. A server without others stops at once.',
    ),
  ...NATS_SETTINGS,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, such as `smtp://user:password@mail.example:587`. Without it mails stay in the outbox (`npm run outbox`).',
    ),
  FIELDWATCH_MAIL_FROM: z.string().min(3).default('Fieldwatch <fieldwatch@localhost>').describe('Sender of mails.'),
  FIELDWATCH_CHROMIUM: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Path of a Chromium or Chrome, such as `/usr/bin/chromium`, with which the portal draws the PDF of scheduled reports. Without it reports have no PDF.',
    ),
  FIELDWATCH_CHROMIUM_SANDBOX: flag
    .default(true)
    .describe(
      'Whether that browser confines its own processes. Set it to `false` where it can’t: as root, and in most containers.',
    ),
  FIELDWATCH_SMS_PROVIDER: z
    .enum(SMS_PROVIDERS)
    .optional()
    .describe(
      'Who sends SMS: `vonage` or `twilio`; it needs the next three. Without it SMS stay in the outbox (`npm run outbox`).',
    ),
  FIELDWATCH_SMS_ACCOUNT: z.string().optional().describe('API key at Vonage, account SID at Twilio.'),
  FIELDWATCH_SMS_SECRET: z.string().optional().describe('API secret at Vonage, auth token at Twilio.'),
  FIELDWATCH_SMS_FROM: z.string().max(16).optional().describe('Number or name that SMS come from.'),
  FIELDWATCH_SMS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where the API of the provider is, when not at its usual address.'),
  FIELDWATCH_ALERT_SMS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe('SMS about the alerts of one entity within a day; further ones are withheld and go by mail only.'),
  FIELDWATCH_ENTITIES_PER_DAY: most
    .default(STANDARD_LIMITS.entitiesPerDay)
    .describe('Sub-entities that one person may add within a day.'),
  FIELDWATCH_ENTITIES_AT_MOST: most
    .default(STANDARD_LIMITS.entitiesAtMost)
    .describe('Entities of one organisation: the top one and all below it.'),
  FIELDWATCH_USERS_PER_ENTITY: most.default(STANDARD_LIMITS.usersAtMost).describe('Users of one entity.'),
  FIELDWATCH_INVITATIONS_PER_HOUR: most
    .default(STANDARD_LIMITS.invitationsPerHour)
    .describe('Invitations that one person may send within an hour.'),
  FIELDWATCH_INVITATIONS_PER_DAY: most
    .default(STANDARD_LIMITS.invitationsPerDay)
    .describe('Invitations that the people of one entity may send within a day.'),
  FIELDWATCH_CODE_SMS_PER_HOUR: most
    .default(STANDARD_LIMITS.codesPerHour)
    .describe('Codes by SMS that the portal sends within an hour, to all people together.'),
  FIELDWATCH_WEBHOOK_NETWORKS: z
    .string()
    .superRefine(requireNetworks)
    .optional()
    .describe(
      'Networks that webhooks and LoRaWAN network servers may be in although they are not public, by http too, such as `10.0.0.0/8 192.168.1.5`. Admins of every entity can then have requests sent there.',
    ),
  FIELDWATCH_FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A service that speaks S3, such as `https://s3.eu-north-1.amazonaws.com`, to keep uploads in; it needs the next three. Without it they are in the data folder.',
    ),
  FIELDWATCH_FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'A bucket has 3 to 63 small letters, digits, dots and dashes')
    .optional()
    .describe('The bucket for uploads.'),
  FIELDWATCH_FILES_S3_ACCESS_KEY_ID: z.string().optional().describe('The key for that bucket.'),
  FIELDWATCH_FILES_S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  FIELDWATCH_FILES_S3_REGION: z.string().default('us-east-1').describe('The region of that service.'),
  ...HISTORY_SETTINGS,
} as const

const Environment = z.object(SETTINGS)
const OfExtensions = z.object(SETTINGS_OF_EXTENSIONS)
type Values = z.infer<typeof Environment>

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from environment variables; `standards` are for those that are not set. An empty variable counts
 * as not set.
 * @throws Error with one sentence a bad variable, naming it
 */
export function readConfig(environment: Variables, standards: Variables = {}) {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const given = { ...standards, ...set }
  const parsed = Environment.safeParse(given)
  const issues = [parsed, OfExtensions.safeParse(given)].flatMap(({ error }) => error?.issues ?? [])
  if (!parsed.success || issues.length > 0) {
    const sentences = issues.map(
      (issue) => `${issue.path.join('.')} is not valid: ${withoutPeriod(inEnglish(issue.message))}.`,
    )
    throw new Error(sentences.join('\n'))
  }
  requireNeeded(given)
  const values = parsed.data
  const extensions = extensionsOf(values)
  requireOn(set, extensions.extensions)
  const extensionSettings = Object.fromEntries(Object.entries(given).filter(([name]) => name in SETTINGS_OF_EXTENSIONS))
  const [certificateSource] = extensions.extensions.flatMap(
    ({ certificates }) => certificates?.(extensionSettings) ?? [],
  )
  const namedFolder = resolve(values.FIELDWATCH_DATA)
  // A folder that was chosen, or that belongs to a configured PostgreSQL, is used as it is.
  const isFree = set['FIELDWATCH_DATA'] === undefined && values.DATABASE_URL === undefined
  const dataFolder = isFree ? chooseDataFolder(namedFolder) : namedFolder
  return {
    dataFolder,
    /** Where data would be, but PostgreSQL may not go there. */
    closedFolder: dataFolder === namedFolder ? undefined : namedFolder,
    host: values.FIELDWATCH_HOST,
    port: values.FIELDWATCH_PORT,
    mqttPort: values.FIELDWATCH_MQTT_PORT,
    /** Undefined: derive it from the port that is listened on. */
    publicUrl: values.FIELDWATCH_PUBLIC_URL?.replace(/\/$/, ''),
    /** Undefined: derive it from the public URL and the port that is listened on. */
    publicMqttUrl: values.FIELDWATCH_PUBLIC_MQTT_URL?.replace(/\/$/, ''),
    trustProxy: values.FIELDWATCH_TRUST_PROXY,
    /** Undefined: metrics and the API document are open. */
    operatorToken: values.FIELDWATCH_OPERATOR_TOKEN,
    /** Whether browsers have to use TLS for subdomains of the portal too. */
    hstsSubdomains: values.FIELDWATCH_HSTS_SUBDOMAINS,
    /** Undefined: TLS is up to a proxy in front. */
    tls: tlsOf(values, certificateSource),
    /** Undefined: a proxy has them all. */
    httpConnectionsPerAddress: values.FIELDWATCH_TRUST_PROXY
      ? undefined
      : values.FIELDWATCH_HTTP_CONNECTIONS_PER_ADDRESS,
    ingest: {
      connectionsPerAddress: values.FIELDWATCH_MQTT_CONNECTIONS_PER_ADDRESS,
      waitingPerAddress: values.FIELDWATCH_MQTT_WAITING_PER_ADDRESS,
      connectionsPerUnit: values.FIELDWATCH_MQTT_CONNECTIONS_PER_UNIT,
      sourcesPerUnit: values.FIELDWATCH_SOURCES_PER_UNIT,
      proxyProtocol: values.FIELDWATCH_MQTT_PROXY_PROTOCOL,
      trustProxy: values.FIELDWATCH_TRUST_PROXY,
      plain: values.FIELDWATCH_PLAIN_UNITS,
    },
    logLevel: values.FIELDWATCH_LOG_LEVEL,
    /** Undefined: no PDF is drawn. */
    browser:
      values.FIELDWATCH_CHROMIUM === undefined
        ? undefined
        : { path: values.FIELDWATCH_CHROMIUM, sandbox: values.FIELDWATCH_CHROMIUM_SANDBOX },
    mapStyleUrl: values.FIELDWATCH_MAP_STYLE_URL,
    /** Where maps load from besides ourselves: the origin of the style and those that are listed. */
    mapOrigins: mapOriginsOf(values),
    /** Undefined: the offline base map has no streets. */
    streetMapPath: values.FIELDWATCH_MAP_PMTILES && resolve(values.FIELDWATCH_MAP_PMTILES),
    googleMapsKey: values.FIELDWATCH_GOOGLE_MAPS_KEY,
    /** Undefined: for ever. */
    rawDays: values.FIELDWATCH_RETENTION_RAW_DAYS,
    summaryDays: values.FIELDWATCH_RETENTION_SUMMARY_DAYS,
    databaseUrl: values.DATABASE_URL,
    /** Undefined: the one that the release brings, if any. */
    formerPostgres: values.FIELDWATCH_FORMER_POSTGRES && resolve(values.FIELDWATCH_FORMER_POSTGRES),
    /** Undefined: all reads are made at the primary. */
    readDatabaseUrl: readDatabaseUrlOf(values),
    databaseConnections: connectionsOf(values),
    /** Undefined: no backups but by the command. */
    backups: backupPlanOf(values),
    roles: rolesOf(values),
    ...extensions,
    /** What the environment says; each extension reads its own settings. */
    extensionSettings,
    /** How long a server that is not alone says that it is not ready before it stops. */
    drainSeconds: values.FIELDWATCH_DRAIN_SECONDS,
    /** Undefined: PostgreSQL carries messages between servers. */
    nats: natsOf(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.FIELDWATCH_MAIL_FROM,
    smsProvider: smsProviderOf(values),
    alertSmsPerDay: values.FIELDWATCH_ALERT_SMS_PER_DAY,
    peopleLimits: {
      entitiesPerDay: values.FIELDWATCH_ENTITIES_PER_DAY,
      entitiesAtMost: values.FIELDWATCH_ENTITIES_AT_MOST,
      usersAtMost: values.FIELDWATCH_USERS_PER_ENTITY,
      invitationsPerHour: values.FIELDWATCH_INVITATIONS_PER_HOUR,
      invitationsPerDay: values.FIELDWATCH_INVITATIONS_PER_DAY,
      codesPerHour: values.FIELDWATCH_CODE_SMS_PER_HOUR,
    },
    /** Networks that may be reached although they are not public. */
    openNetworks: readNetworks(values.FIELDWATCH_WEBHOOK_NETWORKS ?? ''),
    /** Undefined: uploads are in the data folder. */
    filesS3: filesS3Of(values),
    /** Undefined: all records are in PostgreSQL. */
    history: historyOf(values),
  }
}

export type Config = Readonly<ReturnType<typeof readConfig>>

/** Variables that are not settings of the portal: where the package has its settings, and what tests are given. */
const NO_SETTINGS = /^FIELDWATCH_(SETTINGS$|TEST_)/

/** Variables that are named as settings are, misspelt ones for example. */
export function findUnknownSettings(environment: Variables): string[] {
  return Object.keys(environment).filter(
    (name) =>
      name.startsWith('FIELDWATCH_') &&
      !(name in SETTINGS || name in SETTINGS_OF_EXTENSIONS) &&
      !NO_SETTINGS.test(name),
  )
}

function readDatabaseUrlOf(values: Values): string | undefined {
  if (values.FIELDWATCH_READ_DATABASE_URL !== undefined) needed(values, 'DATABASE_URL', 'FIELDWATCH_READ_DATABASE_URL')
  return values.FIELDWATCH_READ_DATABASE_URL
}

/** The embedded PostgreSQL has 60 connections, some of them for jobs and for commands beside the server. */
const MOST_EMBEDDED_CONNECTIONS = 48

function connectionsOf({ DATABASE_URL: url, FIELDWATCH_DATABASE_CONNECTIONS: connections }: Values): number {
  if (url !== undefined || connections <= MOST_EMBEDDED_CONNECTIONS) return connections
  throw new Error(
    `FIELDWATCH_DATABASE_CONNECTIONS is not valid: the embedded PostgreSQL has room for ${MOST_EMBEDDED_CONNECTIONS}.`,
  )
}

function mapOriginsOf(values: Values): string[] {
  const style = values.FIELDWATCH_MAP_STYLE_URL
  const listed = values.FIELDWATCH_MAP_ORIGINS ?? []
  return [...new Set(style === undefined ? listed : [new URL(style).origin, ...listed])]
}

function smsProviderOf(values: Values): SmsProvider | undefined {
  const name = values.FIELDWATCH_SMS_PROVIDER
  if (name === undefined) return undefined
  return {
    name,
    account: needed(values, 'FIELDWATCH_SMS_ACCOUNT', 'FIELDWATCH_SMS_PROVIDER'),
    secret: needed(values, 'FIELDWATCH_SMS_SECRET', 'FIELDWATCH_SMS_PROVIDER'),
    from: needed(values, 'FIELDWATCH_SMS_FROM', 'FIELDWATCH_SMS_PROVIDER'),
    url: values.FIELDWATCH_SMS_URL?.replace(/\/$/, ''),
  }
}

function filesS3Of(values: Values): S3Settings | undefined {
  const endpoint = values.FIELDWATCH_FILES_S3_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket: needed(values, 'FIELDWATCH_FILES_S3_BUCKET', 'FIELDWATCH_FILES_S3_ENDPOINT'),
    region: values.FIELDWATCH_FILES_S3_REGION,
    accessKeyId: needed(values, 'FIELDWATCH_FILES_S3_ACCESS_KEY_ID', 'FIELDWATCH_FILES_S3_ENDPOINT'),
    secretAccessKey: needed(values, 'FIELDWATCH_FILES_S3_SECRET_ACCESS_KEY', 'FIELDWATCH_FILES_S3_ENDPOINT'),
  }
}

function historyOf(values: Values): HistorySettings | undefined {
  const endpoint = values.FIELDWATCH_HISTORY_S3_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket: needed(values, 'FIELDWATCH_HISTORY_S3_BUCKET', 'FIELDWATCH_HISTORY_S3_ENDPOINT'),
    prefix: values.FIELDWATCH_HISTORY_S3_PREFIX,
    region: values.FIELDWATCH_HISTORY_S3_REGION,
    accessKeyId: needed(values, 'FIELDWATCH_HISTORY_S3_ACCESS_KEY_ID', 'FIELDWATCH_HISTORY_S3_ENDPOINT'),
    secretAccessKey: needed(values, 'FIELDWATCH_HISTORY_S3_SECRET_ACCESS_KEY', 'FIELDWATCH_HISTORY_S3_ENDPOINT'),
    pathStyle: values.FIELDWATCH_HISTORY_S3_PATH_STYLE,
    afterDays: values.FIELDWATCH_HISTORY_S3_AFTER_DAYS,
    keepDays: values.FIELDWATCH_HISTORY_S3_KEEP_DAYS,
    cacheBytes: values.FIELDWATCH_HISTORY_S3_CACHE_MB * 1_000_000,
  }
}

/** @throws Error when a setting that another one needs is not set */
function needed<S extends keyof Values>(values: Values, setting: S, by: keyof Values): NonNullable<Values[S]> {
  const value = values[setting]
  if (value === undefined) throw new Error(`${setting} is not set, and ${by} needs it.`)
  return value
}
