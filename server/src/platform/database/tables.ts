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
  acknowledgedBy: UserId
  alertId: AlertId
  askedBy: UserId
  cancelledBy: UserId
  changedBy: UserId
  createdBy: UserId
  dataId: DataId
  entityId: EntityId
  labelId: LabelId
  startedBy: UserId
  stoppedBy: UserId
  templateId: TemplateId
  tokenId: ProgramTokenId
  uploadedBy: UserId
  userId: UserId
}

/** Columns whose values are fewer than PostgreSQL's type allows, and what JSON contains. An extension adds its tables by merging. */
export interface TableColumns {
  actionBatch: {
    actionClass: ActionClass
    method: ActionMethod
    state: BatchState
    stopReason: BatchStopReason
  }
  actionRequest: {
    actionClass: ActionClass
    method: ActionMethod
    state: ActionState
    channel: Door
    /** Only for a request that still waits: it is not handed over any more, and is given up soon. */
    notSentReason: NotSentReason
  }
  alert: {
    id: AlertId
    type: AlertType
    source: SourceName
    operator: AlertOperator
    schedule: AlertSchedule
  }
  alertChange: {
    happening: AlertHappening
  }
  alertNotification: {
    kind: NotificationKind
    channel: NotificationChannel
    /** The first of the affected units. */
    units: DataId[]
    state: 'due' | 'queued' | 'withheld'
    notified: NotifiedUnit[]
  }
  alertPerson: {
    /** Owns it while none of its owners can be notified, and was this to it before. */
    standsIn: 'none' | 'viewer'
  }
  alertUnit: {
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
  appUser: {
    id: UserId
    role: Role
    permissions: Permission[]
    timeFormat: TimeFormat
    status: UserStatus
    notifications: User['notifications']
    /** Empty: all in reach. */
    entityViewing: EntityId[]
    /** The preferred units of measure; null: those of the entity. */
    measures: MeasurePreference
    /** Null: that of the entity, or of the browser. */
    language: Language
  }
  arrivalCursor: {
    source: SourceName
  }
  arrivalFollower: {
    /** The source that it fills; it pauses while that is paused. */
    output: SourceName
  }
  auditLog: {
    before: Kept<unknown, string | null>
    after: Kept<unknown, string | null>
  }
  board: {
    fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
    sources: Readonly<Record<string, readonly string[]>>
    savedBy: UserId
  }
  boardScreen: {
    pairedBy: UserId
  }
  boardUnit: {
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
    parentId: EntityId
    status: 'active' | 'disabled'
    deletedFrom: EntityId
    /** The preferred units of measure; null: as sent. */
    measures: MeasurePreference
    /** Null: that of each person's browser. */
    language: Language
  }
  eventOccurrence: {
    /** One for each value: what it was at the start, if that was a text or a boolean. */
    starts: (string | boolean | null)[]
  }
  eventTable: {
    source: SourceName
    operator: FilterOperator
    inputs: { source: SourceName; field: string }[]
    /** What is still to be looked at again, in the order of time. */
    corrections: TimeRange[]
  }
  gatewayChild: {
    gateway: DataId
    /** The source of its measurements, as long as it is no unit. */
    source: SourceName
    /** The unit that it became. */
    unit: DataId
  }
  incident: {
    severity: 'minor' | 'major' | 'critical'
    known: 'now' | 'then'
    takenBy: UserId
  }
  incidentConclusions: {
    savedBy: UserId
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
  lorawanReport: {
    step: DownlinkState
  }
  note: {
    source: SourceName
  }
  outbox: {
    /** More headers, for mails. */
    headers: Record<string, string>
  }
  phoneVerification: {
    state: 'pending' | 'verified' | 'spent' | 'cancelled'
  }
  place: {
    colour: LabelColour
    geometry: PlaceGeometry
    feature: object
  }
  programToken: {
    id: ProgramTokenId
    scopes: ProgramScope[]
    role: Role
  }
  record: {
    fields: Record<string, unknown>
  }
  recordChunk: {
    /** Widths of the summaries of each field. */
    levels: Record<string, number[]>
  }
  rejectedMessage: {
    channel: Door
  }
  session: {
    id: SessionId
    proof: 'password' | 'provider' | 'authenticator app' | 'recovery code' | 'passkey'
  }
  signingKey: {
    privateKey: object
    publicKey: object
  }
  sim: {
    id: SimId
    status: SimStatus
    changedBy: string
  }
  source: {
    name: SourceName
    fieldTypes: StoredFieldTypes
  }
  storedFile: {
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
    widgetKinds: string[]
    widgetCounts: number[]
  }
  templateTrial: {
    copyId: TemplateId
  }
  templateVersion: {
    change: TemplateChangeNote
  }
  unit: {
    lastMessage: SourceName
    defaultTemplate: TemplateId
    customTemplate: TemplateId
    pausedData: SourceName[]
    /** The sources whose records are not stored, some perhaps twice. */
    pausedSources: GeneratedAlways<SourceName[]>
    renamedTo: DataId
    /** By which door its last record came. */
    lastDoor: Door
  }
  unitConfiguration: {
    actionClass: ActionClass
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
