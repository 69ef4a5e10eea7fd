import type { z } from 'zod'
import { ActionBatch, ActionBatchTable, BatchUnit } from './action-batches.ts'
import { ActionMessage } from './action-messages.ts'
import { ActionOptions, ActionSetting } from './action-options.ts'
import { ActionRequest, Configuration, ConfigurationHistory, WantedConfiguration } from './actions.ts'
import { App } from './apps.ts'
import { SignedIn } from './auth.ts'
import { Calculation, CalculationDraft, FillProgress } from './calculations.ts'
import { ConnectionSettings } from './connection.ts'
import {
  Collection,
  CurrentData,
  DataQuery,
  DataRecordShape,
  FieldTypes,
  Filter,
  LatestRecord,
  Pagination,
  Sort,
} from './data.ts'
import { Done } from './endpoint.ts'
import { Entity } from './entities.ts'
import { ErrorBody, ErrorCode } from './errors.ts'
import { EventPeriod, EventSummary } from './event-summary.ts'
import { EventDraft, EventOccurrence, EventPage, EventTable } from './events.ts'
import { IngestVerdict } from './ingest.ts'
import { LiveAdded } from './live.ts'
import { MapSettings } from './map.ts'
import { ImportPreview, ImportSettings, PreviewLine, RecordImport } from './record-imports.ts'
import { ReportDefinition } from './reports.ts'
import { Retention, RetentionSettings } from './retention.ts'
import { Sim, SimImport, SimImportLine, SimRow } from './sims.ts'
import { EventEntry, Template, TemplateChange, TemplateDefinition } from './templates.ts'
import { UnitImportCheck, UnitImportLine } from './unit-imports.ts'
import { UnitChange, UnitJob, UnitJobResult } from './unit-jobs.ts'
import { DataDocument, RejectedMessage, UnitListReply, UnitReply } from './units.ts'
import { EntityUser, NewUser, NotificationChannels, SessionUser, User, UserChanges } from './users.ts'
import { CardValue } from './widgets/widget-parts.ts'
import { WIDGET_KINDS } from './widgets/widget-kinds.ts'

/** The shapes that have a name in the API document, and so in clients that are generated from it. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ActionBatch,
  ActionBatchTable,
  ActionMessage,
  ActionOptions,
  ActionRequest,
  ActionSetting,
  App,
  BatchUnit,
  Calculation,
  CalculationDraft,
  CardValue,
  Collection,
  Configuration,
  ConfigurationHistory,
  ConnectionSettings,
  CurrentData,
  DataDocument,
  DataQuery,
  DataRecord: DataRecordShape,
  Done,
  Entity,
  EntityUser,
  ErrorCode,
  EventDraft,
  EventEntry,
  EventOccurrence,
  EventPage,
  EventPeriod,
  EventSummary,
  EventTable,
  Failure: ErrorBody,
  FieldTypes,
  FillProgress,
  Filter,
  ImportPreview,
  ImportSettings,
  IngestVerdict,
  LatestRecord,
  LiveAdded,
  MapSettings,
  NewUser,
  NotificationChannels,
  Pagination,
  PreviewLine,
  RecordImport,
  RejectedMessage,
  ReportDefinition,
  Retention,
  RetentionSettings,
  SessionUser,
  SignedIn,
  Sim,
  SimImport,
  SimImportLine,
  SimRow,
  Sort,
  Template,
  TemplateChange,
  TemplateDefinition,
  UnitChange,
  UnitImportCheck,
  UnitImportLine,
  UnitJob,
  UnitJobResult,
  UnitListReply,
  UnitReply,
  User,
  UserChanges,
  WantedConfiguration,
  ...Object.fromEntries(Object.values(WIDGET_KINDS).flatMap(({ named }) => Object.entries(named))),
}
