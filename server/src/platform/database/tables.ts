import type { Door } from '@fieldwatch/contract/api/doors'
import type { BatchState, BatchStopReason } from '@fieldwatch/contract/actions/action-batches'
import type { ActionMethod } from '@fieldwatch/contract/actions/action-messages'
import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { ActionState, DownlinkState, NotSentReason } from '@fieldwatch/contract/actions/actions'
import type { AlertOperator } from '@fieldwatch/contract/alerts/alert-conditions'
import type { AlertHappening, NotificationChannel, NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertStatus, AlertType } from '@fieldwatch/contract/alerts/alerts'
import type { FieldType, FilterOperator } from '@fieldwatch/contract/telemetry/data'
import type {
  AlertId,
  AppId,
  DataId,
  EntityId,
  LabelId,
  ProgramTokenId,
  SessionId,
  SimId,
  SourceName,
  TemplateId,
  UserId,
} from '@fieldwatch/contract/api/ids'
import type { IncidentSeverity } from '@fieldwatch/contract/incidents/incidents'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import type { LabelColour } from '@fieldwatch/contract/units/labels'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { ImportSettings, ImportState, RecordImport } from '@fieldwatch/contract/telemetry/record-imports'
import type { ReportContent, ReportRhythm, ReportRun } from '@fieldwatch/contract/reports/report-schedules'
import type { SimStatus } from '@fieldwatch/contract/units/sims'
import type { TemplateChangeNote } from '@fieldwatch/contract/templates/template-versions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Permission, Role, TimeFormat, User, UserStatus } from '@fieldwatch/contract/people/users'
import type { NetworkServerId, NetworkServerKind } from '@fieldwatch/contract/lorawan/network-servers'
import type { SharedRange, ShareId, ShareKind } from '@fieldwatch/contract/shares/shares'
import type { WebhookId, WebhookKind } from '@fieldwatch/contract/delivery/webhooks'
import type { Mapping, MappingId, MappingReason } from '@fieldwatch/contract/mappings/mappings'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Schema } from './schema.ts'

/** What is kept of a field: `mixed` has numbers, and words or truth values too. */
export type StoredFieldType = FieldType | 'mixed'
export type StoredFieldTypes = Record<string, StoredFieldType>

/** What a message says of one unit. Times are epoch milliseconds. */
export interface NotifiedUnit {
  dataId: DataId
  name: string
<<<<<<< HEAD
  status: AlertStatus
  at: number | null
  notedAt: number
  value: number | null
  changes: number
  /** Why the alert ended there. */
  reason?: string | undefined
=======
  company: Defaulted<string>
  logo: Defaulted<string>
  icon: Defaulted<string>
  url: Defaulted<string>
  status: Defaulted<'active' | 'disabled'>
  created_at: Defaulted<Date>
  /** Out of everyone's reach since then (epoch milliseconds), and the entity that it was below. */
  deleted_at: Defaulted<number | null>
  deleted_from: Defaulted<EntityId | null>
  /** It counts for the people of the entities below too. */
  second_factor_required: Defaulted<boolean>
  /** Whether viewers change dashboards, event tables and calculated sources of its units and templates. */
  viewers_may_edit: Defaulted<boolean>
  /** The preferred units of measure; null: as sent. */
  measures: ColumnType<MeasurePreference | null, string | null | undefined, string | null>
  /** Null: that of each person's browser. */
  language: Defaulted<Language | null>
  /** Days that records and summaries are kept; null: as long as the portal keeps them. */
  raw_days: Defaulted<number | null>
  summary_days: Defaulted<number | null>
}

interface AppUserTable extends Versioned {
  id: UserId
  entity_id: EntityId
  email: string
  /** Null until the person has set a password. */
  password_hash: string | null
  first_name: Defaulted<string>
  last_name: Defaulted<string>
  phone: Defaulted<string>
  role: Role
  permissions: Defaulted<Permission[]>
  company: Defaulted<string>
  time_format: Defaulted<TimeFormat>
  /** The preferred units of measure; null: those of the entity. */
  measures: ColumnType<MeasurePreference | null, string | null | undefined, string | null>
  /** Null: that of the entity, or of the browser. */
  language: Defaulted<Language | null>
  units: Defaulted<string[]>
  profile_pic: Defaulted<string>
  status: Defaulted<UserStatus>
  notifications: ColumnType<User['notifications'], string | undefined, string>
  /** Empty: all in reach. */
  entity_viewing: Defaulted<EntityId[]>
  created_at: Defaulted<Date>
}

interface SessionTable {
  id: SessionId
  user_id: UserId
  refresh_hash: Buffer
  previous_refresh_hash: Buffer | null
  rotated_at: Date
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  address: Defaulted<string>
  user_agent: Defaulted<string>
  proof: Defaulted<'password' | 'provider' | 'authenticator app' | 'recovery code' | 'passkey'>
  /** When the password or a second factor was given again; null: not since the sign-in. */
  proven_at: Defaulted<Date | null>
}

interface TotpTable {
  user_id: UserId
  /** Sealed. */
  secret: Buffer
  /** Of the newest code that was taken. */
  last_step: number
  since: Date
}

interface TotpEnrolmentTable {
  user_id: UserId
  /** Sealed. */
  secret: Buffer
  expires_at: Date
}

interface RecoveryCodeTable {
  user_id: UserId
  fingerprint: Buffer
  used_at: Defaulted<Date | null>
}

interface PasskeyTable {
  id: string
  user_id: UserId
  name: string
  public_key: Buffer
  counter: number
  transports: string[]
  added_at: Date
  last_used_at: Date | null
}

interface PasskeyChallengeTable {
  challenge: string
  /** Who adds a passkey by it. */
  user_id: UserId | null
  expires_at: Date
}

interface SignInStepTable {
  token_hash: Buffer
  user_id: UserId
  expires_at: Date
  /** It waits for a second factor to be set up, not for the one that is there. */
  sets_up: Defaulted<boolean>
  /** What the authenticator app was given, sealed. */
  secret: Defaulted<Buffer | null>
}

interface ProgramTokenTable {
  id: ProgramTokenId
  token_hash: Buffer
  beginning: string
  name: string
  scopes: ProgramScope[]
  /** Null: the entity's, with the right of `role` there. */
  user_id: UserId | null
  entity_id: EntityId | null
  role: Role | null
  created_by: UserId | null
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  last_used_from: Defaulted<string>
}

interface SignInFailureTable {
  id: string
  /** The email address in lower case, whether an account has it or not. */
  account: string
  network: string
  /** The known browser that it came from. */
  browser: string | null
  at: Date
  /** False while the password is looked at. */
  failed: Defaulted<boolean>
}

interface PasswordResetTable {
  token_hash: Buffer
  user_id: UserId
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface OpenIdIdentityTable {
  issuer: string
  subject: string
  user_id: UserId
  created_at: Date
}

interface OpenIdAttemptTable {
  state_hash: Buffer
  browser_hash: Buffer
  nonce: string
  code_verifier: string
  expires_at: Date
}

interface EmailChangeTable {
  token_hash: Buffer
  user_id: UserId
  email: string
  created_at: Date
  expires_at: Date
  used_at: Defaulted<Date | null>
}

interface SigningKeyTable {
  id: string
  private_key: Json<object>
  public_key: Json<object>
  created_at: Date
}

interface OutboxTable {
  id: string
  kind: 'mail' | 'sms' | 'webhook'
  /** The id of a webhook. */
  recipient: string
  subject: string
  body: string
  created_at: Date
  sent_at: Date | null
  attempts: Defaulted<number>
  last_error: string | null
  /** Null: never. */
  expires_at: Defaulted<Date | null>
  /** The same with marks, for mails. */
  html: Defaulted<string | null>
  /** More headers, for mails. */
  headers: ColumnType<Record<string, string> | null, string | null | undefined, string | null>
  /** It will never be taken, or is not wanted any more. */
  failed_at: Defaulted<Date | null>
  /** Until then it shows the outcome. */
  kept_until: Defaulted<Date | null>
  /** The server that began to hand it over last. */
  held_by: Defaulted<string | null>
  /** When it is tried next, by the clock of the database. */
  due_at: Defaulted<Date>
  /** How often it was left to a later try. */
  tries: Defaulted<number>
  /** The file of a mail. */
  attachment_id: Defaulted<string | null>
}

/** A file of one or more mails. */
interface OutboxAttachmentTable {
  id: string
  name: string
  content_type: string
  /** How long the file is. */
  bytes: number
  /** The file, compressed with zstd. */
  data: Buffer
  created_at: Date
}

/** What is mailed to people regularly. */
interface ReportScheduleTable extends Versioned {
  id: GeneratedAlways<number>
  data_id: DataId
  entity_id: EntityId
  name: string
  content: Json<ReportContent>
  rhythm: Json<ReportRhythm>
  /** Null: it is switched off. */
  due_at: Date | null
  /** Why the portal switched it off. */
  stopped: Defaulted<string | null>
  /** It resumes once one of its recipients can get it again. */
  awaits_recipients: Defaulted<boolean>
  /** Null: that person is gone. */
  created_by: UserId | null
  created_at: Date
}

interface ReportRecipientTable {
  schedule_id: number
  user_id: UserId
}

/** One time at which a report is sent. */
interface ReportRunTable {
  id: GeneratedAlways<number>
  schedule_id: number
  at: Date
  /** A person asked for it out of turn. */
  asked: boolean
  /** Epoch milliseconds. */
  from_at: number
  to_at: number
  /** How many were due before it that are not sent any more. */
  missed: Defaulted<number>
  state: Defaulted<ReportRun['state']>
  held_by: Defaulted<string | null>
  /** How often a server began to write it. */
  tries: Defaulted<number>
  /** Not before, after it failed. */
  retry_at: Defaulted<Date | null>
  file_name: Defaulted<string | null>
  rows: Defaulted<number | null>
  bytes: Defaulted<number | null>
  note: Defaulted<string | null>
}

/** What became of a report for one person. */
interface ReportMailTable {
  run_id: number
  user_id: UserId
  address: string
  outbox_id: Defaulted<string | null>
  /** Why there is no mail. */
  withheld: Defaulted<string | null>
}

interface PhoneVerificationTable {
  /** SHA-256 of the request's id, which only the person who asked has. */
  request_hash: Buffer
  user_id: UserId
  phone: string
  code_hash: Buffer
  created_at: Date
  expires_at: Date
  tries: Defaulted<number>
  state: Defaulted<'pending' | 'verified' | 'spent' | 'cancelled'>
}

interface AuditLogTable {
  id: Generated<number>
  at: Date
  user_id: UserId | null
  entity_id: EntityId | null
  action: string
  subject_kind: string
  subject_id: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  address: Defaulted<string>
  /** The token by which a program did it, of the user or else of the entity. */
  token_name: Defaulted<string | null>
}

interface AppTable {
  id: AppId
  name: string
  path: string
  icon: Defaulted<string>
  all_access: Defaulted<boolean>
  entities: Defaulted<EntityId[]>
  url: Defaulted<string>
}

interface TemplateTable extends Versioned {
  id: TemplateId
  entity_id: EntityId
  definition: Json<TemplateDefinition>
  /** The unit whose own copy it is. */
  data_id: DataId | null
  /** That of the definition. */
  title: GeneratedAlways<string>
  /** That of the definition. */
  icon: GeneratedAlways<UnitIcon | null>
  /** How much of the existing data is in the definition, as explained in the migration that adds it. */
  contents: GeneratedAlways<number[]>
  /** The kinds of widgets of the overview, and how many there are of each. */
  widget_kinds: GeneratedAlways<string[]>
  widget_counts: GeneratedAlways<number[]>
  /** How the version came to be that it names. */
  change: ColumnType<TemplateChangeNote | null, string | null | undefined, string | null>
}

/** What a unit tries in place of the template that it shares. */
interface TemplateTrialTable {
  data_id: DataId
  copy_id: TemplateId
  template_id: TemplateId
  started_at: Date
  started_by: UserId
}

/** What a template was before a change. */
interface TemplateVersionTable {
  template_id: TemplateId
  version: number
  /** JSON, compressed by zstd. */
  definition: Buffer
  change: ColumnType<TemplateChangeNote | null, string | null | undefined, string | null>
  changed_at: Date
  changed_by: UserId | null
  replaced_at: Date
}

interface UnitTable extends Versioned {
  data_id: DataId
  friendly_name: string
  description: Defaulted<string>
  size: Defaulted<string>
  service: Defaulted<string>
  image: Defaulted<string>
  active: Defaulted<boolean>
  last_activity_at: Date | null
  last_message: SourceName | null
  current_lat: number | null
  current_lon: number | null
  /** `messageUTC` of the record that the position is from. */
  located_at: Date | null
  default_template: TemplateId | null
  custom_template: TemplateId | null
  apps: Defaulted<string[]>
  paused_data: Defaulted<SourceName[]>
  /** The sources whose records are not stored, some perhaps twice. */
  paused_sources: ColumnType<SourceName[], never, never>
  /** SHA-256 of the token: it is 256 bits of randomness, so a slow hash would protect nothing. */
  token_hash: Buffer
  connection_changed_at: Date | null
  created_at: Defaulted<Date>
  /** Out of everyone's reach since then (epoch milliseconds): it is being deleted, or has another dataID. */
  deleted_at: Defaulted<number | null>
  renamed_to: Defaulted<DataId | null>
  /** What its sources are created with. */
  raw_days: Defaulted<number | null>
  summary_days: Defaulted<number | null>
  /** Its template may list event tables that it lacks. */
  event_tables_due: Defaulted<boolean>
  /** By which door its last record came. */
  last_door: Door | null
  /** Of a LoRaWAN device: 16 hexadecimal digits in capitals. */
  dev_eui: string | null
  /** Of its modem or tracker: 15 digits. */
  imei: string | null
}

/** A server that has a session of a unit, as long as it runs. */
interface UnitConnectionTable {
  data_id: DataId
  server: string
}

/** Uplinks of LoRaWAN devices that are stored, so that a copy is not stored again. */
interface LorawanUplinkTable {
  data_id: DataId
  /** SHA-256 of what identifies it. */
  id: Buffer
  /** Epoch milliseconds. */
  arrived_at: number
}

/** A LoRaWAN network server that takes downlinks to the units of an entity. */
interface NetworkServerTable {
  id: NetworkServerId
  entity_id: EntityId
  name: string
  kind: NetworkServerKind
  url: string
  /** Sealed for the id of the network server. */
  api_key: Buffer
  application: string
  f_port: number
  confirmed: boolean
  active: Defaulted<boolean>
  /** Tries that failed since the last success. */
  failures: Defaulted<number>
  failing_since: Defaulted<Date | null>
  /** Epoch milliseconds. */
  next_try_at: Defaulted<number | null>
  last_error: Defaulted<string | null>
  last_success_at: Defaulted<Date | null>
  /** Whether stored uplinks are read. */
  catch_up: Defaulted<boolean>
  /** How far, by the clock of the network server, and when, and when next (epoch milliseconds). */
  caught_up_to: Defaulted<number | null>
  caught_up_at: Defaulted<number | null>
  catch_up_due_at: Defaulted<number>
  catch_up_error: Defaulted<string | null>
  /** The server that reads them. */
  catch_up_held_by: Defaulted<string | null>
  created_by: UserId | null
  created_at: Date
  version: Defaulted<number>
  changed_at: Defaulted<Date | null>
  changed_by: Defaulted<UserId | null>
}

/** How far a request to a LoRaWAN device is. Times are epoch milliseconds. */
interface DownlinkTable {
  request_id: number
  data_id: DataId
  /** By which the network server reports its progress. */
  reference: string
  /** `pending`: the network server has not taken it, as far as is known. */
  state: Defaulted<DownlinkState | 'pending'>
  at: number
  reason: Defaulted<string | null>
  confirmed: boolean
  /** How often it was handed to a network server. */
  tries: Defaulted<number>
  next_try_at: Defaulted<number | null>
  /** The server that hands it over. */
  held_by: Defaulted<string | null>
}

/** By which network server a unit spoke last, and what it is called there. */
interface LorawanDeviceTable {
  data_id: DataId
  door: NetworkServerKind
  application: string
  device: string
}

/** A report of a downlink that came before its network server had said how it calls it. */
interface LorawanReportTable {
  data_id: DataId
  reference: string
  step: DownlinkState
  reason: string | null
  at: number
}

/** How the payloads of the devices that share a template are decoded. */
interface TemplateCodecTable {
  template_id: TemplateId
  /** JavaScript of a vendor. */
  code: string
}

/** A word of an entity for its units. */
interface LabelTable extends Versioned {
  id: LabelId
  entity_id: EntityId
  name: string
  colour: LabelColour
  created_by: UserId | null
  created_at: Date
}

interface UnitLabelTable {
  data_id: DataId
  label_id: LabelId
}

interface ListViewTable {
  user_id: UserId
  view: ColumnType<unknown, string, string>
}

interface UnitEntityTable {
  data_id: DataId
  entity_id: EntityId
}

interface SimTable {
  id: SimId
  entity_id: EntityId
  iccid: string
  imsi: Defaulted<string>
  msisdn: Defaulted<string>
  imei: Defaulted<string>
  label: Defaulted<string>
  operator: Defaulted<string>
  status: Defaulted<SimStatus>
  data_id: DataId | null
  ip: Defaulted<string>
  /** Bytes in the month of `used_at`. */
  data_used: number | null
  data_limit: number | null
  used_at: Date | null
  last_session_at: Date | null
  updated_at: Date
  version: Defaulted<number>
  changed_by: Defaulted<string | null>
  changed_at: Defaulted<Date | null>
}

interface SourceTable extends Versioned {
  source_key: Generated<number>
  data_id: DataId
  name: SourceName
  field_types: Json<StoredFieldTypes>
  last_received_at: Date
  /** When the records of the commit before the last one arrived. */
  previous_received_at: Date | null
  /** The newest stand-in time (epoch milliseconds) that was given. */
  stand_in_until: Defaulted<number>
  /** Null: as long as the entity keeps them. */
  raw_days: Defaulted<number | null>
  summary_days: Defaulted<number | null>
  /** When imported records arrived last (epoch milliseconds), and when others did before. */
  imported_at: Defaulted<number | null>
  heard_at: Defaulted<number | null>
  /** Retention removed records before it (epoch milliseconds); null: none. */
  removed_before: Defaulted<number | null>
}

interface RecordTable {
  source_key: number
  at: Date
  received_at: Date
  fields: Json<Record<string, unknown>>
}

/** Records that lie among those of a chunk, in the order of time. */
interface RecordLateTable {
  id: Generated<number>
  source_key: number
  received_at: Date
  first_at: Date
  last_at: Date
  count: number
  /** Epoch milliseconds with commas between them, in their order. */
  times: string
  /** The fields of each, one JSON object a line. */
  lines: string
}

/** Times of chunks are epoch milliseconds. */
interface RecordChunkTable {
  source_key: number
  start_at: number
  /** The time of the last record. */
  end_at: number
  count: number
  first_received_at: number
  last_received_at: number
  /** Widths of the summaries of each field. */
  levels: Json<Record<string, number[]>>
  /** Null when only summaries are left. */
  times: Buffer | null
  /** Null when all of it arrived at once. */
  arrivals: Buffer | null
  /** The object that has its blocks; `times`, `arrivals` and `record_column.data` give the offsets in it. */
  object_id: number | null
}

interface HistoryObjectTable {
  id: Generated<number>
  key: string
  hash: string
  bytes: number
  /** How many chunks it was made of. */
  chunks: Generated<number>
  announced_at: number
  stored_at: number | null
  /** When it was noticed that no chunk uses it. */
  unused_at: number | null
  removing: Generated<boolean>
}

/** One row: how far the move of old chunks is. */
interface HistoryMoveTable {
  one: Generated<boolean>
  source_key: number
  start_at: number
  due_at: number
  held_by: string | null
}

interface RecordColumnTable {
  source_key: number
  field: string
  start_at: number
  data: Buffer
}

interface RecordSummaryTable {
  source_key: number
  field: string
  bucket_ms: number
  start_at: number
  data: Buffer
}

interface RejectedMessageTable {
  id: Generated<number>
  data_id: DataId
  received_at: Date
  source: string | null
  /** Of messages by MQTT since this is kept. */
  topic: string | null
  channel: Door
  code: string
  message: string
  payload: string
}

interface StoredFileTable {
  name: string
  kind: 'profile' | 'logo' | 'icon' | 'unit'
  /** What the file is used for, such as `user:4711`; null when it never was. */
  subject: string | null
  uploaded_by: UserId
  bytes: number
  /** Null while the file is used; the epoch once its use ended. */
  loose_since: Date | null
  created_at: Date
}

interface RecordImportTable {
  id: GeneratedAlways<number>
  data_id: DataId
  file_name: string
  file_bytes: number
  state: ImportState
  /** Whether all of its lines were read once without storing them. */
  checked: Defaulted<boolean>
  settings: ColumnType<ImportSettings | null, string | null | undefined, string | null>
  source_key: Defaulted<number | null>
  created_by: UserId | null
  created_at: Date
  ended_at: Date | null
  /** The server that works on it. */
  held_by: string | null
  /** Who started the work that is under way, by a token if there is one; neither: the command line. */
  started_by: Defaulted<UserId | null>
  started_token_id: Defaulted<ProgramTokenId | null>
  /** How many parts of the file were read. */
  read_parts: Defaulted<number>
  /** The beginning of a line whose end is in the next part. */
  carry: Buffer | null
  position: ColumnType<object | null, string | null | undefined, string | null>
  counts: Json<RecordImport['counts']>
  /** Epoch milliseconds of the first and the last record. */
  first_at: number | null
  last_at: number | null
  failure: string | null
}

/** A part of a file, compressed. */
interface RecordImportPartTable {
  import_id: number
  part: number
  /** Before it was compressed. */
  bytes: number
  data: Buffer
}

interface RecordImportRefusalTable {
  import_id: number
  line: number
  reason: string
}

/** Records of an import that arrived at once; times are epoch milliseconds. */
interface RecordImportCommitTable {
  source_key: number
  received_at: number
  import_id: number
  start_at: number
  end_at: number
  /** What stood there before the import was undone. */
  restored: Defaulted<boolean>
}

/** What stood where an import put a record. */
interface RecordImportReplacedTable {
  import_id: number
  at: number
  fields: Json<object>
}

/** Times of calculated sources are epoch milliseconds. */
interface CalculationTable extends Versioned {
  id: Generated<number>
  data_id: DataId
  name: SourceName
  equation: string
  unit: string
  start_at: number
  inputs: Json<{ source: SourceName; field: string }[]>
  /** Increases whenever everything is computed again. */
  revision: Defaulted<number>
  /** From where on it is not filled yet; null once it is. */
  filled_to: number | null
  fill_done: Defaulted<number>
  /** Null until filling has begun. */
  fill_total: number | null
  /** What is still to be computed again, in the order of time. */
  corrections: ColumnType<TimeRange[], string | undefined, string>
  created_at: Date
  updated_at: Date
}

/** A condition on a unit, whose occurrences are found. */
interface EventTableTable extends Versioned {
  id: Generated<number>
  data_id: DataId
  name: string
  title: string
  source: SourceName
  field: string
  operator: FilterOperator
  constant: number
  /** The condition as it was written. */
  comparison: string
  start_at: number
  gap_ms: number
  inputs: Json<{ source: SourceName; field: string }[]>
  /** Increases whenever everything is found again. */
  revision: Defaulted<number>
  /** From where on nothing was looked at yet; null once all was. */
  filled_to: number | null
  fill_done: Defaulted<number>
  /** Null until filling has begun. */
  fill_total: number | null
  /** What is still to be looked at again, in the order of time. */
  corrections: ColumnType<TimeRange[], string | undefined, string>
  created_at: Date
  /** Occurrences that begin before it are summed up by the hour. */
  summed_to: Defaulted<number>
  ended_at: Defaulted<number | null>
  ended_reason: Defaulted<string | null>
}

/** The occurrences that begin in an hour. */
interface EventHourTable {
  event_table: number
  /** Epoch milliseconds. */
  hour: number
  count: number
  /** Milliseconds. */
  duration: number
  longest: number
  longest_at: number
}

/** How a table of trips was after all records up to a moment. */
interface EventCheckpointTable {
  event_table: number
  at: number
  state: string
}

interface EventOccurrenceTable {
  event_table: number
  start_at: number
  end_at: number | null
  last_at: number
  /** Four a value: at the start, least, greatest, mean. */
  figures: (number | null)[]
  /** One for each value: what it was at the start, if that was a text or a boolean. */
  starts: ColumnType<(string | boolean | null)[] | null, string | null | undefined, string | null>
  tag: string | null
}

interface EventTagTable {
  event_table: number
  start_at: number
  tag: string
  set_at: Date
}

/** An event table of a template that someone removed from a unit. */
interface EventTableRemovedTable {
  data_id: DataId
  name: string
}

/** A request to a unit. Times are epoch milliseconds. */
interface ActionRequestTable {
  id: GeneratedAlways<number>
  data_id: DataId
  action_class: ActionClass
  method: ActionMethod
  action: string
  /** As JSON. */
  payload: string
  state: Defaulted<ActionState>
  created_at: number
  created_by: UserId
  expires_at: number
  sent_at: number | null
  /** It went to a subscription that does not confirm, and does not go there again. */
  sent_once: Defaulted<boolean>
  handed_over_at: number | null
  channel: Door | null
  /** The time of the result's record. */
  result_at: number | null
  answered_at: number | null
  status: string | null
  /** What the unit answered besides the status. */
  result: string | null
  expired_at: number | null
  cancelled_at: number | null
  cancelled_by: UserId | null
  not_sent_at: number | null
  /** Of a request that still waits: it is not handed over any more, and is given up soon. */
  not_sent_reason: NotSentReason | null
  /** The fields of the first answer as JSON, until the request has it. */
  first_answer: string | null
  /** The time of the record with which the portal gave it up. */
  ended_at: number | null
  /** Whether its records are in the sources of the history. */
  request_told: Defaulted<boolean>
  end_told: Defaulted<boolean>
  batch_id: number | null
  /** Of a program. */
  token_id: Defaulted<ProgramTokenId | null>
}

interface ActionBatchTable {
  id: GeneratedAlways<number>
  action_class: ActionClass
  method: ActionMethod
  action: string
  /** As JSON. */
  payload: string
  expires_in_seconds: number
  stop_after: number
  state: BatchState
  created_at: number
  created_by: UserId
  /** Of a program. */
  token_id: Defaulted<ProgramTokenId | null>
  /** The network address of the request that started it. */
  address: Defaulted<string>
  ended_at: number | null
  stop_reason: Defaulted<BatchStopReason | null>
}

interface ActionBatchUnitTable {
  batch_id: number
  place: number
  data_id: DataId
  /** Null before its turn. */
  action_id: number | null
  /** The batch was stopped before its turn. */
  left_out: Defaulted<boolean>
}

interface UnitJobTable {
  id: GeneratedAlways<number>
  kind: 'import' | 'change' | 'undo'
  /** As JSON. */
  asked: ColumnType<unknown, string, never>
  created_at: number
  created_by: UserId
  /** Of a program. */
  token_id: ProgramTokenId | null
  ended_at: Defaulted<number | null>
  /** When the tokens of its new units were made. */
  tokens_at: Defaulted<number | null>
  /** In which it was begun. */
  entity_id: Defaulted<EntityId | null>
  /** The network address of the request that started it. */
  address: Defaulted<string>
  stopped_at: Defaulted<number | null>
  stopped_by: Defaulted<UserId | null>
}

/** A version of the configuration of a unit, by the request whose result contained it. */
interface UnitConfigurationTable {
  version: number
  data_id: DataId
  action_class: ActionClass
  at: number
  /** As JSON. */
  configuration: string
}

/** One row: which portal this database is of. */
interface PortalTable {
  id: string
}

/** A server that runs, until its lease expires. */
interface ServerTable {
  name: string
  expires_at: Date
}

/** What follows sources of a unit. */
interface ArrivalFollowerTable {
  consumer: string
  id: string
  data_id: DataId
  /** The source that it fills; it pauses while that is paused. */
  output: SourceName | null
  /** Whether it has something to do though nothing arrives. */
  unfinished: Defaulted<boolean>
  /** The server that takes its steps, as long as it runs. */
  held_by: string | null
}

/** Up to which arrival a source was followed. */
interface ArrivalCursorTable {
  consumer: string
  follower: string
  source: SourceName
  received_after: Defaulted<number>
  /** With a value: of the arrivals at that very moment, only those up to this time. */
  received_at: number | null
}

/** An alert as people wrote it. */
interface AlertTable extends Versioned {
  id: AlertId
  entity_id: EntityId
  name: string
  description: string
  type: AlertType
  source: SourceName | null
  /** The name of the event table that it follows. */
  event: string | null
  field: string | null
  operator: AlertOperator | null
  constant: number | null
  clear_limit: number | null
  for_seconds: number
  silent_seconds: number | null
  grace_seconds: number
  interval_seconds: number
  time_zone: string
  /** Null: that person is gone. */
  created_by: UserId | null
  created_at: Date
  /** When its last unit was deleted (epoch milliseconds). */
  ended_at: Defaulted<number | null>
  ended_reason: Defaulted<string | null>
}

/** A deletion whose data is removed in the background. */
interface DeletionTable {
  id: GeneratedAlways<number>
  kind: 'source' | 'unit' | 'entity'
  /** The key of a source, the dataID of a unit, the id of an entity. */
  subject: string
  asked_by: UserId | null
  asked_at: number
  /** From where it was asked for. */
  address: Defaulted<string>
  held_by: Defaulted<string | null>
  /** It failed: not tried earlier (epoch milliseconds). */
  retry_at: Defaulted<number | null>
}

interface AlertPersonTable {
  alert_id: AlertId
  user_id: UserId
  owns: boolean
  unsubscribed: Defaulted<boolean>
  /** Owns it while none of its owners can be notified, and was this to it before. */
  stands_in: Defaulted<'none' | 'viewer' | null>
>>>>>>> be95641c (Find trips and stops as event tables)
}

/** A stretch in which late records count, as `OpenCorrection` of conditions says. */
interface StoredCorrection {
  readonly from: number
  readonly to: number
  readonly toLast?: boolean
  readonly state?:
    | { readonly status: 'off' }
    | {
        readonly status: 'pending' | 'on'
        readonly since: number
        readonly receivedAt: number
        readonly lastAt: number
        readonly lastValue: number
      }
}

/** JSON that is never changed. */
type Kept<Read, Written = string> = ColumnType<Read, Written, never>

/** Columns that mean the same in each table. */
interface NamedColumns {
  acknowledged_by: UserId
  alert_id: AlertId
  asked_by: UserId
  cancelled_by: UserId
  changed_by: UserId
  created_by: UserId
  data_id: DataId
  entity_id: EntityId
  label_id: LabelId
  started_by: UserId
  stopped_by: UserId
  template_id: TemplateId
  token_id: ProgramTokenId
  uploaded_by: UserId
  user_id: UserId
  webhook_id: WebhookId
}

/** Columns whose values are fewer than PostgreSQL's type allows, and what JSON contains. */
interface TableColumns {
  action_batch: {
    action_class: ActionClass
    method: ActionMethod
    state: BatchState
    stop_reason: BatchStopReason
  }
  action_request: {
    action_class: ActionClass
    method: ActionMethod
    state: ActionState
    channel: Door
    /** Of a request that still waits: it is not handed over any more, and is given up soon. */
    not_sent_reason: NotSentReason
  }
  alert: {
    id: AlertId
    type: AlertType
    source: SourceName
    operator: AlertOperator
  }
  alert_change: {
    happening: AlertHappening
  }
  alert_notification: {
    kind: NotificationKind
    channel: NotificationChannel
    /** The first of the affected units. */
    units: DataId[]
    state: 'due' | 'queued' | 'withheld'
    told: NotifiedUnit[]
  }
  alert_person: {
    /** Owns it while none of its owners can be notified, and was this to it before. */
    stands_in: 'none' | 'viewer'
  }
  alert_unit: {
    status: AlertStatus
    told: AlertStatus
    informed: UserId[]
    /** What late records may have changed and is not judged again yet. */
    correction: StoredCorrection
  }
  app: {
    id: AppId
    entities: EntityId[]
  }
  app_user: {
    id: UserId
    role: Role
    permissions: Permission[]
    time_format: TimeFormat
    status: UserStatus
    notifications: User['notifications']
    /** Empty: all in reach. */
    entity_viewing: EntityId[]
    /** The preferred units of measure; null: those of the entity. */
    measures: MeasurePreference
    /** Null: that of the entity, or of the browser. */
    language: Language
  }
  arrival_cursor: {
    source: SourceName
  }
  arrival_follower: {
    /** The source that it fills; it pauses while that is paused. */
    output: SourceName
  }
  audit_log: {
    before: Kept<unknown, string | null>
    after: Kept<unknown, string | null>
  }
  calculation: {
    name: SourceName
    inputs: { source: SourceName; field: string }[]
    /** What is still to be computed again, in the order of time. */
    corrections: TimeRange[]
  }
  captured_message: {
    reason: MappingReason
  }
  deletion: {
    kind: 'source' | 'unit' | 'entity'
  }
  downlink: {
    /** `pending`: the network server has not taken it, as far as is known. */
    state: DownlinkState | 'pending'
  }
  entity: {
    id: EntityId
    parent_id: EntityId
    status: 'active' | 'disabled'
    deleted_from: EntityId
    /** The preferred units of measure; null: as sent. */
    measures: MeasurePreference
    /** Null: that of each person's browser. */
    language: Language
  }
  event_occurrence: {
    /** One for each value: what it was at the start, if that was a text or a boolean. */
    starts: (string | boolean | null)[]
  }
  event_table: {
    source: SourceName
    operator: FilterOperator
    inputs: { source: SourceName; field: string }[]
    /** What is still to be looked at again, in the order of time. */
    corrections: TimeRange[]
  }
  gateway_child: {
    gateway: DataId
    /** The source of its measurements, as long as it is no unit. */
    source: SourceName
    /** The unit that it became. */
    unit: DataId
  }
  incident: {
    severity: IncidentSeverity
    known: 'now' | 'then'
    taken_by: UserId
  }
  incident_conclusions: {
    saved_by: UserId
  }
  label: {
    id: LabelId
    colour: LabelColour
  }
  lorawan_device: {
    door: NetworkServerKind
  }
  lorawan_report: {
    step: DownlinkState
  }
  message_mapping: {
    id: MappingId
    mapping: Mapping
  }
  network_server: {
    id: NetworkServerId
    kind: NetworkServerKind
  }
  note: {
    source: SourceName
  }
  outbox: {
    kind: 'mail' | 'sms' | 'webhook'
    /** More headers, for mails. */
    headers: Record<string, string>
  }
  phone_verification: {
    state: 'pending' | 'verified' | 'spent' | 'cancelled'
  }
  place: {
    colour: LabelColour
    geometry: PlaceGeometry
    feature: object
  }
  program_token: {
    id: ProgramTokenId
    scopes: ProgramScope[]
    role: Role
  }
  record: {
    fields: Record<string, unknown>
  }
  record_chunk: {
    /** Widths of the summaries of each field. */
    levels: Record<string, number[]>
  }
  record_import: {
    state: ImportState
    settings: ImportSettings
    position: object
    counts: RecordImport['counts']
    started_token_id: ProgramTokenId
  }
  record_import_replaced: {
    fields: object
  }
  rejected_message: {
    channel: Door
  }
  report_run: {
    state: ReportRun['state']
  }
  report_schedule: {
    content: ReportContent
    rhythm: ReportRhythm
  }
  session: {
    id: SessionId
    proof: 'password' | 'provider' | 'authenticator app' | 'recovery code' | 'passkey'
  }
  share: {
    id: ShareId
    kind: ShareKind
    what: Kept<{ chart?: string; range?: SharedRange }>
    fields: Kept<Readonly<Record<string, readonly string[]>>>
  }
  signing_key: {
    private_key: object
    public_key: object
  }
  sim: {
    id: SimId
    status: SimStatus
    changed_by: string
  }
  source: {
    name: SourceName
    field_types: StoredFieldTypes
  }
  stored_file: {
    kind: 'profile' | 'logo' | 'icon' | 'unit' | 'note' | 'note-small'
  }
  template: {
    id: TemplateId
    definition: TemplateDefinition
    /** How the version came to be that it names. */
    change: TemplateChangeNote
    /** That of the definition. */
    title: GeneratedAlways<string>
    icon: UnitIcon
    /** How much of the existing data is in the definition, as explained in the migration that adds it. */
    contents: GeneratedAlways<number[]>
    /** The kinds of widgets of the overview, and how many there are of each. */
    widget_kinds: string[]
    widget_counts: number[]
  }
  template_trial: {
    copy_id: TemplateId
  }
  template_version: {
    change: TemplateChangeNote
  }
  unit: {
    last_message: SourceName
    default_template: TemplateId
    custom_template: TemplateId
    paused_data: SourceName[]
    /** The sources whose records are not stored, some perhaps twice. */
    paused_sources: GeneratedAlways<SourceName[]>
    renamed_to: DataId
    /** By which door its last record came. */
    last_door: Door
  }
  unit_configuration: {
    action_class: ActionClass
  }
  unit_job: {
    kind: 'import' | 'change' | 'undo'
    /** As JSON. */
    asked: Kept<unknown>
  }
  webhook: {
    id: WebhookId
    kind: WebhookKind
  }
}

/** The tables of the database: the columns are in `schema.ts`, which `npm run tables` writes. */
export type Tables = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Narrowed<Schema[Table][Name], Meaning<Table, Name>>
  }
}

type Meaning<Table, Name> = Table extends keyof TableColumns
  ? Name extends keyof TableColumns[Table]
    ? TableColumns[Table][Name]
    : CommonMeaning<Name>
  : CommonMeaning<Name>

type CommonMeaning<Name> = Name extends keyof NamedColumns ? NamedColumns[Name] : unknown

<<<<<<< HEAD
type Narrowed<Column, To> = unknown extends To
  ? Column
  : [To] extends [ColumnType<unknown, unknown, unknown>]
    ? To
    : Column extends ColumnType<infer Selected, infer Inserted, infer Updated>
      ? unknown extends Selected
        ? ColumnType<To | Extract<Updated, null>, Inserted, Updated>
        : ColumnType<Swapped<Selected, To>, Swapped<Inserted, To>, Swapped<Updated, To>>
      : Swapped<Column, To>

/** The type in place of that of PostgreSQL, with the same absence. */
type Swapped<Type, To> = Type extends null | undefined ? Type : To
=======
export interface Tables {
  entity: EntityTable
  app_user: AppUserTable
  session: SessionTable
  program_token: ProgramTokenTable
  email_change: EmailChangeTable
  open_id_identity: OpenIdIdentityTable
  open_id_attempt: OpenIdAttemptTable
  totp: TotpTable
  totp_enrolment: TotpEnrolmentTable
  recovery_code: RecoveryCodeTable
  sign_in_step: SignInStepTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  sign_in_failure: SignInFailureTable
  password_reset: PasswordResetTable
  signing_key: SigningKeyTable
  outbox: OutboxTable
  outbox_attachment: OutboxAttachmentTable
  phone_verification: PhoneVerificationTable
  audit_log: AuditLogTable
  app: AppTable
  template: TemplateTable
  template_version: TemplateVersionTable
  template_trial: TemplateTrialTable
  unit: UnitTable
  unit_entity: UnitEntityTable
  unit_connection: UnitConnectionTable
  lorawan_uplink: LorawanUplinkTable
  lorawan_device: LorawanDeviceTable
  lorawan_report: LorawanReportTable
  network_server: NetworkServerTable
  downlink: DownlinkTable
  template_codec: TemplateCodecTable
  sim: SimTable
  source: SourceTable
  record: RecordTable
  record_chunk: RecordChunkTable
  history_object: HistoryObjectTable
  history_move: HistoryMoveTable
  record_late: RecordLateTable
  record_column: RecordColumnTable
  record_summary: RecordSummaryTable
  rejected_message: RejectedMessageTable
  record_import: RecordImportTable
  record_import_part: RecordImportPartTable
  record_import_refusal: RecordImportRefusalTable
  record_import_commit: RecordImportCommitTable
  record_import_replaced: RecordImportReplacedTable
  stored_file: StoredFileTable
  calculation: CalculationTable
  event_table: EventTableTable
  event_occurrence: EventOccurrenceTable
  event_hour: EventHourTable
  event_tag: EventTagTable
  event_checkpoint: EventCheckpointTable
  event_table_removed: EventTableRemovedTable
  portal: PortalTable
  server: ServerTable
  arrival_follower: ArrivalFollowerTable
  arrival_cursor: ArrivalCursorTable
  idempotent_request: IdempotentRequestTable
  action_request: ActionRequestTable
  action_batch: ActionBatchTable
  action_batch_unit: ActionBatchUnitTable
  unit_configuration: UnitConfigurationTable
  unit_job: UnitJobTable
  alert: AlertTable
  deletion: DeletionTable
  alert_person: AlertPersonTable
  alert_unit: AlertUnitTable
  alert_change: AlertChangeTable
  alert_notification: AlertNotificationTable
  note: NoteTable
  place: PlaceTable
  share: ShareTable
  unit_maintenance: UnitMaintenanceTable
  acme_account: AcmeAccountTable
  acme_challenge: AcmeChallengeTable
  acme_certificate: AcmeCertificateTable
  webhook: WebhookTable
  message_mapping: MessageMappingTable
  captured_message: CapturedMessageTable
  gateway_child: GatewayChildTable
  label: LabelTable
  list_view: ListViewTable
  unit_label: UnitLabelTable
  report_schedule: ReportScheduleTable
  report_recipient: ReportRecipientTable
  report_run: ReportRunTable
  report_mail: ReportMailTable
}
>>>>>>> be95641c (Find trips and stops as event tables)
