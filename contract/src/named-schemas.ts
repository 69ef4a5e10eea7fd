/**
 * The shapes that have a name in the API document, and so in clients that are generated from it: that of the export. The kinds of widgets
 * name their own.
 */
export { ActionBatch, ActionBatchTable, BatchUnit } from './actions/action-batches.ts'
export { ActionMessage } from './actions/action-messages.ts'
export { ActionOptions, ActionSetting } from './actions/action-options.ts'
export { ActionRequest, Configuration, ConfigurationHistory, WantedConfiguration } from './actions/actions.ts'
export { ConnectionSettings } from './api/connection.ts'
export { Done } from './api/endpoint.ts'
export { ErrorBody as Failure, ErrorCode } from './api/errors.ts'
export { MapSettings } from './api/map.ts'
export { Calculation, CalculationDraft, FillProgress } from './calculations/calculations.ts'
export { EventPeriod, EventSummary } from './events/event-summary.ts'
export { EventDraft, EventOccurrence, EventPage, EventTable } from './events/events.ts'
export { App } from './people/apps.ts'
export { SignedIn } from './people/auth.ts'
export { Entity } from './people/entities.ts'
export { EntityUser, NewUser, NotificationChannels, SessionUser, User, UserChanges } from './people/users.ts'
export { ReportDefinition } from './reports/reports.ts'
export {
  Collection,
  CurrentData,
  DataQuery,
  DataRecordShape as DataRecord,
  FieldTypes,
  Filter,
  LatestRecord,
  Pagination,
  Sort,
} from './telemetry/data.ts'
export { IngestVerdict } from './telemetry/ingest.ts'
export { LiveAdded } from './telemetry/live.ts'
export { EventEntry, Template, TemplateChange, TemplateDefinition } from './templates/templates.ts'
export { Retention, RetentionSettings } from './units/retention.ts'
export { Sim, SimImport, SimImportLine, SimRow } from './units/sims.ts'
export { UnitImportCheck, UnitImportLine } from './units/unit-imports.ts'
export { Job } from './jobs/jobs.ts'
export { UnitChange, UnitJob, UnitJobResult } from './units/unit-jobs.ts'
export { DataDocument, RejectedMessage, UnitListReply, UnitReply } from './units/units.ts'
export { CardValue } from './widgets/widget-parts.ts'
