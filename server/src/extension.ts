import type { Door } from '@fieldwatch/contract/api/doors'
import type { SignInProvider } from '@fieldwatch/contract/people/auth'
import type { FastifyInstance } from 'fastify'
import type { SecureContextOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import { z } from 'zod'
import type { Checks } from './commands/doctor/finding.ts'
import type { FollowChange } from './delivery/consequences/declaration.ts'
import type { QueueMail } from './delivery/mail/queue-mail.ts'
import type { ReportMails } from './delivery/mail/report-mails.ts'
import type { OpenNetworks } from './platform/outside/open-networks.ts'
import type { ForeignTopics } from './doors/ingest/foreign-topics.ts'
import type { IngestSettings } from './doors/ingest/ingest-settings.ts'
import type { MqttDialect } from './doors/ingest/mqtt-dialect.ts'
import type { Recorder } from './doors/ingest/record-batch.ts'
import type { Ingest } from './doors/ingest/start-ingest.ts'
import type { UnitAuthenticator } from './doors/ingest/unit-authenticator.ts'
import type { DoorParts } from './doors/senders/door-routes.ts'
import type { RequestHandOut } from './doors/senders/request-hand-out.ts'
import type { SharedTables } from './doors/visitors/shared-events.ts'
import type { WithLooks } from './doors/visitors/sharer.ts'
import type { ReadPlaces } from './doors/visitors/unit-places.ts'
import type { Visitors } from './doors/visitors/visit.ts'
import type { Draw } from './doors/visitors/drawing.ts'
import type { AddsRows } from './features/consequences/consequence-rows.ts'
import type { IncidentsToShare, SharedIncidents } from './doors/visitors/shared-incident.ts'
import type { VisitorRoutes } from './doors/visitors/shared-routes.ts'
import type { DemoCall } from './demo/call-demo.ts'
import type { TakeUnknown } from './doors/senders/unknown-messages.ts'
import type { UnitPolls } from './features/requests/unit-poll.ts'
import type { ActivitySubjects } from './fleet/activity/activity-subjects.ts'
import type { ReadUnitNotes, UnitNotes } from './fleet/unit-notes/unit-notes.ts'
import type { FleetReader } from './fleet/units/fleet-reader.ts'
import type { Admit } from './people/auth/auth-routes.ts'
import type { SealedSecrets } from './people/credentials/sealed-secrets.ts'
import type { UnsubscribeLinks } from './people/credentials/unsubscribe-links.ts'
import type { AlertChannel } from './features/alerts/alert-channel.ts'
import type { Images } from './platform/files/images.ts'
import type { Platform } from './platform/floor.ts'
import type { PositionAt } from './features/replay/find-position.ts'
import type { OutsideSettings } from './platform/outside/outside-settings.ts'
import type { ListenAddress } from './platform/http/listen-on.ts'
import type { AnsweringApp } from './platform/http/serve-beside.ts'
import type { PageFrames } from './platform/web-app/page-frames.ts'
import type { CertificateSource } from './platform/tls/certificate-source.ts'
import type { History } from './records/history/history.ts'
import type { RecordReader } from './records/store/record-reader.ts'

/** Settings by the names of their environment variables, each with what it means. */
export type SettingShapes = Readonly<Record<`FIELDWATCH_${string}`, z.ZodType>>

/** The parts of the core that an extension builds on. */
export interface Core
  extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log' | 'random' | 'worker'>, DoorParts {
  readonly reader: RecordReader
  /** Old records in object storage; undefined: all are in PostgreSQL. */
  readonly history: History | undefined
  readonly fleet: FleetReader
  readonly entrance: Ingest
  readonly ingest: IngestSettings
  /** Hands requests out to units that ask. */
  readonly requests: {
    readonly polls: Pick<UnitPolls, 'poll' | 'takeNext'>
    /** For what takes requests to units by itself. */
    readonly handOut: RequestHandOut
  }
  /** The doors of other makers that are open. */
  readonly doors: ReadonlySet<Door>
  readonly secrets: SealedSecrets
  /** Networks that may be reached although they are not public. */
  readonly networks: OpenNetworks
  /** How messages are sent to addresses that people entered; undefined: they stay in the outbox. */
  readonly outside: OutsideSettings | undefined
  readonly followChange: FollowChange
  readonly queueMail: QueueMail
  /** Whether mails leave the outbox. */
  readonly sendsMails: boolean
  readonly unsubscribeLinks: UnsubscribeLinks
  /** Draws screens of visitors as PDF; undefined: the portal has no browser. */
  readonly draw: Draw | undefined
  /** Whether the browser works now. */
  readonly canDraw: () => Promise<boolean>
  /** This server. */
  readonly server: { readonly name: string }
  /** The certificate of HTTPS as options of TLS, undefined until there is one. Undefined: the portal has none, and a proxy may encrypt. */
  readonly certificate: (() => SecureContextOptions | undefined) | undefined
  /** Where people reach the portal, without a slash at the end; known once it listens. */
  readonly publicUrl: () => string
  readonly admit: Admit
  readonly withLooks: WithLooks
  readonly sharedTables: SharedTables
  readonly sharedIncidents: IncidentsToShare
  readonly readPlaces: ReadPlaces
  readonly visitorRoutes: VisitorRoutes[]
  readonly unitNotes: UnitNotes
  readonly images: Images
  readonly positionAt: PositionAt
}

/** The HTTP application, which a port of its own may serve too. */
export interface BesideApp {
  readonly app: AnsweringApp
  /** Undefined: not counted. */
  readonly connectionsPerAddress: number | undefined
}

/** A port of its own. */
export interface PortListener {
  /** What the port is called. */
  readonly door: Door
  /** Who connects: units, or people and programs. */
  readonly role: 'ingest' | 'http'
  /** In the log, behind “listening for”. */
  readonly what: string
  readonly port: number
  /** Resolves to the port. */
  readonly listen: (address: ListenAddress, beside: BesideApp) => Promise<number>
  /** Accepts no more connections, and ends those that there are over this time. */
  readonly leave: (overMs: number) => Promise<void>
}

/** What runs of an extension. */
export interface StartedExtension {
  readonly routes?: (app: FastifyInstance) => void
  /** Routes for units, which the role `ingest` serves. */
  readonly unitRoutes?: (app: FastifyInstance) => void
  readonly listeners?: readonly PortListener[]
  /** Takes what is published to topics of no other protocol. */
  readonly foreignTopics?: ForeignTopics
  /** Takes messages of no unit that their door knows. */
  readonly unknownMessages?: TakeUnknown
  /** What links to incidents show. */
  readonly sharedIncidents?: SharedIncidents
  /** Reads the notes on units, for files of records and reports. */
  readonly unitNotes?: ReadUnitNotes
  /** Routes that answer visitors of links and wallboards. */
  readonly visitorRoutes?: VisitorRoutes
  /**
   * A button of the login page, and the address that it opens. In the end that sends the browser back to the portal, with a session of
   * `admit` or an error code.
   */
  readonly signIn?: SignInProvider
  /** Those who read a screen without a session, by a pass that the extension gave them. */
  readonly visitors?: Visitors
  /** Who may show its pages in a frame. */
  readonly frames?: PageFrames
}

/** What an extension adds to the server. `consequences`: what happens to the things that it keeps, also while it is off. */
export interface ServerExtension extends AddsRows {
  /** As its folder is called. */
  readonly name: string
  /** The doors that it opens, if the operator does not close them. */
  readonly doors?: readonly Door[]
  readonly settings?: SettingShapes
  /** Settings that need others once they are set. */
  readonly needs?: Readonly<Record<string, readonly string[]>>
  /** Looks at the services elsewhere that the settings name: for `doctor`, and in the log when a portal starts. */
  readonly checks?: (settings: Readonly<Record<string, unknown>>) => Checks
  /** Looks at the database of the portal: for `doctor`. */
  readonly examine?: (settings: Readonly<Record<string, unknown>>, connection: ClientConfig) => Checks
  /** Where the certificate of HTTPS comes from, when not from files; undefined: it is not set up. */
  readonly certificates?: (settings: Readonly<Record<string, unknown>>) => CertificateSource | undefined
  /** Paths of pages of its own, which know nothing of sessions: `web/pages/PATH/index.html` in its folder. What is below belongs to them too. */
  readonly pages?: readonly `/${string}`[]
  /** What its contract exports: the endpoints among it are those that it answers. */
  readonly endpoints?: Readonly<Record<string, unknown>>
  /** The shapes that have a name in the API document, and so in clients that are generated from it. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>
  /** The kinds of things that entries of its activity are about, by kind; `ActivityAction` says how its actions are declared. */
  readonly activity?: ActivitySubjects
  /** What its devices speak on the MQTT port. */
  readonly dialects?: (core: DialectCore) => readonly MqttDialect[]
  /** Adds what the demo shows of it, once: again it adds nothing. The units and events of the demo are there. */
  readonly demo?: (call: DemoCall) => Promise<void>
  /** By which others than people get the messages about the alerts of their entity. */
  readonly alertChannel?: AlertChannel
  /** Mails with reports, also while it is off. One extension has them. */
  readonly reportMails?: ReportMails
  /** Notes that the portal runs without it, at each such start. */
  readonly leaveOut?: (parts: Pick<Platform, 'db' | 'clock'>) => Promise<void>
  /** Starts what runs; the stack closes it. `settings` are the values of those above. */
  readonly start?: (
    core: Core,
    stack: AsyncDisposableStack,
    settings: Readonly<Record<string, unknown>>,
  ) => StartedExtension
}

/** What there is when the MQTT port is opened. */
export interface DialectCore extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log' | 'random'> {
  readonly reader: RecordReader
  readonly recorder: Recorder
  readonly unitAuthenticator: UnitAuthenticator
  readonly doors: ReadonlySet<Door>
}

type ValuesOf<Shapes extends SettingShapes> = z.infer<z.ZodObject<Shapes>>

/** An extension whose settings have types of their own. */
interface Defined<Shapes extends SettingShapes> extends Omit<
  ServerExtension,
  'settings' | 'checks' | 'examine' | 'certificates' | 'start'
> {
  readonly settings: Shapes
  readonly checks?: (settings: ValuesOf<Shapes>) => Checks
  readonly examine?: (settings: ValuesOf<Shapes>, connection: ClientConfig) => Checks
  readonly certificates?: (settings: ValuesOf<Shapes>) => CertificateSource | undefined
  readonly start?: (core: Core, stack: AsyncDisposableStack, settings: ValuesOf<Shapes>) => StartedExtension
}

export function withSettings<Shapes extends SettingShapes>({
  checks,
  examine,
  certificates,
  start,
  ...extension
}: Defined<Shapes>): ServerExtension {
  const values = z.object(extension.settings)
  return {
    ...extension,
    ...(checks && { checks: (settings) => checks(values.parse(settings)) }),
    ...(examine && { examine: (settings, connection) => examine(values.parse(settings), connection) }),
    ...(certificates && { certificates: (settings) => certificates(values.parse(settings)) }),
    ...(start && { start: (core, stack, settings) => start(core, stack, values.parse(settings)) }),
  }
}
