import type { Door } from '@fieldwatch/contract/api/doors'
import type { BatchState, BatchStopReason } from '@fieldwatch/contract/actions/action-batches'
import type { ActionMethod } from '@fieldwatch/contract/actions/action-messages'
import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { ActionState, DownlinkState, NotSentReason } from '@fieldwatch/contract/actions/actions'
import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
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
import type { Language } from '@fieldwatch/contract/text/languages'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import type { LabelColour } from '@fieldwatch/contract/units/labels'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { SimStatus } from '@fieldwatch/contract/units/sims'
import type { TemplateChangeNote } from '@fieldwatch/contract/templates/template-versions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Permission, Role, TimeFormat, User, UserStatus } from '@fieldwatch/contract/people/users'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Schema } from './schema.ts'

/** What is kept of a field: `mixed` has numbers, and words or truth values too. */
export type StoredFieldType = FieldType | 'mixed'
export type StoredFieldTypes = Record<string, StoredFieldType>

/** What a message says of one unit. Times are epoch milliseconds. */
export interface NotifiedUnit {
  dataId: DataId
  name: string
  status: AlertStatus
  at: number | null
  notedAt: number
  value: number | null
  changes: number
  /** Why the alert ended there. */
  reason?: string | undefined
  /** Only for a reminder of a value: the newest one. */
  latest?: { at: number; value: number } | undefined
  /** It is OK because the alert was changed. */
  byEdit?: boolean | undefined
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

/** Columns that mean the same in each table. An extension adds those of its things by merging. */
export interface NamedColumns {
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
}

/** Columns whose values are fewer than PostgreSQL's type allows, and what JSON contains. An extension adds its tables by merging. */
export interface TableColumns {
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
    /** Only for a request that still waits: it is not handed over any more, and is given up soon. */
    not_sent_reason: NotSentReason
  }
  alert: {
    id: AlertId
    type: AlertType
    source: SourceName
    operator: AlertOperator
    schedule: AlertSchedule
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
    notified: NotifiedUnit[]
  }
  alert_person: {
    /** Owns it while none of its owners can be notified, and was this to it before. */
    stands_in: 'none' | 'viewer'
  }
  alert_unit: {
    status: AlertStatus
    aside: 'parked' | 'away'
    notified: AlertStatus
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
  board: {
    fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
    sources: Readonly<Record<string, readonly string[]>>
    saved_by: UserId
  }
  board_screen: {
    paired_by: UserId
  }
  board_unit: {
    named: DataId
  }
  calculation: {
    name: SourceName
    inputs: { source: SourceName; field: string }[]
    /** What is still to be computed again, in the order of time. */
    corrections: TimeRange[]
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
    severity: 'minor' | 'major' | 'critical'
    known: 'now' | 'then'
    taken_by: UserId
  }
  incident_conclusions: {
    saved_by: UserId
  }
  job: {
    /** As JSON. */
    payload: Kept<unknown>
    result: object
  }
  label: {
    id: LabelId
    colour: LabelColour
  }
  lorawan_report: {
    step: DownlinkState
  }
  note: {
    source: SourceName
  }
  outbox: {
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
  rejected_message: {
    channel: Door
  }
  session: {
    id: SessionId
    proof: 'password' | 'provider' | 'authenticator app' | 'recovery code' | 'passkey'
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
    /** The title in the definition. */
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
