import type { z } from 'zod'
import { ActionBatch, ActionBatchTable, BatchUnit } from './actions/action-batches.ts'
import { ActionMessage } from './actions/action-messages.ts'
import { ActionOptions, ActionSetting } from './actions/action-options.ts'
import { ActionRequest, Configuration, ConfigurationHistory, WantedConfiguration } from './actions/actions.ts'
import { App } from './people/apps.ts'
import { SignedIn } from './people/auth.ts'
import { Calculation, CalculationDraft, FillProgress } from './calculations/calculations.ts'
import { ConnectionSettings } from './api/connection.ts'
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
} from './telemetry/data.ts'
import { Done } from './api/endpoint.ts'
import { Entity } from './people/entities.ts'
import { ErrorBody, ErrorCode } from './api/errors.ts'
import { EventPeriod, EventSummary } from './events/event-summary.ts'
import { EventDraft, EventOccurrence, EventPage, EventTable } from './events/events.ts'
import { IngestVerdict } from './telemetry/ingest.ts'
import { LiveAdded } from './telemetry/live.ts'
import { MapSettings } from './api/map.ts'
import { ImportPreview, ImportSettings, PreviewLine, RecordImport } from './telemetry/record-imports.ts'
import { ReportDefinition } from './reports/reports.ts'
import { Retention, RetentionSettings } from './units/retention.ts'
import { Sim, SimImport, SimImportLine, SimRow } from './units/sims.ts'
import { EventEntry, Template, TemplateChange, TemplateDefinition } from './templates/templates.ts'
import { UnitImportCheck, UnitImportLine } from './units/unit-imports.ts'
import { UnitChange, UnitJob, UnitJobResult } from './units/unit-jobs.ts'
import { DataDocument, RejectedMessage, UnitListReply, UnitReply } from './units/units.ts'
import { EntityUser, NewUser, NotificationChannels, SessionUser, User, UserChanges } from './people/users.ts'
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
