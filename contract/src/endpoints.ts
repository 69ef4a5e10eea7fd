import { exportActivity, getActivity, listActivity } from './activity.ts'
import { createActionBatch, getActionBatch, listActionBatches, stopActionBatch } from './action-batches.ts'
import { pollActions } from './action-messages.ts'
import {
  cancelAction,
  deleteAction,
  getAction,
  getActionOptions,
  getActionRequest,
  getConfiguration,
  listActionRequests,
  listConfigurations,
  postAction,
  putAction,
} from './actions.ts'
import {
  acknowledgeAlert,
  addMaintenance,
  listAlertBands,
  listAlertHistory,
  listAlertNotifications,
  listMaintenance,
  removeMaintenance,
  snoozeAlert,
} from './alert-history.ts'
import { rehearseAlert } from './alert-rehearsal.ts'
import { explainSilence } from './unit-silence.ts'
import { createLabel, labelUnits, listLabels, removeLabel, updateLabel } from './labels.ts'
import { listUnitColumns } from './unit-columns.ts'
import { getUnsubscription, unsubscribeByLink } from './unsubscribing.ts'
import { createWebhook, listWebhooks, removeWebhook, testWebhook, updateWebhook } from './webhooks.ts'
import { listTriggeredUnits } from './alert-triggered.ts'
import { createAlert, listAlerts, removeAlert, unsubscribeAlert, updateAlert } from './alerts.ts'
import { listApps } from './apps.ts'
import {
  checkPasswordReset,
  confirmPasswordReset,
  jwks,
  refresh,
  requestPasswordReset,
  signIn,
  signOut,
} from './auth.ts'
import { createCalculation, listCalculations, removeCalculation, updateCalculation } from './calculations.ts'
import { getConnectionSettings } from './connection.ts'
import {
  exportData,
  getCollections,
  getCurrent,
  getDataOptions,
  listSharedOptions,
  getSeries,
  listLatest,
  prepareData,
  queryData,
} from './data.ts'
import { listDependants } from './dependants.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { createEntity, getEntity, listEntities, updateEntity } from './entities.ts'
import { getEventSummary } from './event-summary.ts'
import {
  createEvent,
  getEventReport,
  listEvents,
  listEventBands,
  listEventTags,
  refreshEvent,
  removeEvent,
  setEventTag,
} from './events.ts'
import { getFile, uploadFile } from './files.ts'
import { healthz, metrics, readyz } from './health.ts'
import { ingestSource, ingestUnit } from './ingest.ts'
import { streamLive, streamSource, streamUnit } from './live.ts'
import { getMapSettings, getPlaceTile, getStreetTile, getWorldTile } from './map.ts'
import { getListView, setListView } from './list-view.ts'
import { endOwnSessions, listOwnSessions } from './own-sessions.ts'
import {
  confirmSetUp,
  confirmTotp,
  enrolTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp,
  resetSecondFactor,
  setUpSecondFactor,
  signInWithCode,
} from './second-factor.ts'
import { getNearestPlace } from './places.ts'
import {
  addPasskey,
  beginPasskey,
  getPasskeyOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts'
import { createProgramToken, listProgramTokens, revokeProgramToken } from './program-tokens.ts'
import { finishProviderSignIn, getSignInProvider, startProviderSignIn } from './open-id.ts'
import { changeOwnPassword, confirmEmailChange } from './own-password.ts'
import { stepUp } from './step-up.ts'
import {
  createReportSchedule,
  leaveReport,
  listReportRuns,
  listReportSchedules,
  removeReportSchedule,
  sendReport,
  updateReportSchedule,
} from './report-schedules.ts'
import { getRetention, setRetention } from './retention.ts'
import {
  createTemplate,
  deleteTemplate,
  importTemplate,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate,
} from './template-gallery.ts'
import { tryTemplate, useTriedTemplate } from './template-trials.ts'
import { getTemplateVersion, listTemplateVersions, restoreTemplate } from './template-versions.ts'
import { getTemplate, listTemplates, putTemplate, removeOwnTemplate } from './templates.ts'
import { cancelVerification, removePhone, requestVerification, verifyCode } from './phone-verification.ts'
import {
  cancelRecordImport,
  createRecordImport,
  exportImportRefusals,
  listRecordImports,
  previewRecordImport,
  putImportPart,
  removeRecordImport,
  startRecordImport,
  undoRecordImport,
} from './record-imports.ts'
import { createSim, importSimCsv, importSims, listSims, removeSims, updateSim } from './sims.ts'
import {
  createUser,
  deleteUsers,
  getMe,
  getUser,
  inviteUser,
  listUsers,
  setEntityViewing,
  updateUsers,
} from './users.ts'
import {
  administerUnit,
  createUnit,
  listRejectedMessages,
  listUnitNames,
  listUnits,
  rotateUnitToken,
  setPausedData,
  updateUnit,
} from './units.ts'
import { checkUnitImport, importUnits } from './unit-imports.ts'
import { updateUnits, getUnitJob, listUnitJobs, listUnitResults, createUnitTokens, stopUnitJob } from './unit-jobs.ts'

/**
 * Every address of the HTTP API by its `operationId`: a verb phrase that never changes, because clients are generated from it.
 * Tests compare the list with what the server registers and with the documents.
 */
export const NAMED_ENDPOINTS: Readonly<Record<string, AnyEndpoint>> = {
  signIn,
  signInWithCode,
  setUpSecondFactor,
  confirmSecondFactorSetUp: confirmSetUp,
  getPasskeyOptions,
  signInWithPasskey,
  refreshSession: refresh,
  signOut,
  requestPasswordReset,
  checkPasswordReset,
  confirmPasswordReset,
  confirmEmailChange,
  confirmIdentity: stepUp,
  changeOwnPassword,
  getSignInProvider,
  startProviderSignIn,
  finishProviderSignIn,
  getSigningKeys: jwks,
  getMe,
  setEntityViewing,
  listUsers,
  getUser,
  createUser,
  updateUsers,
  deleteUsers,
  inviteUser,
  requestVerification,
  verifyCode,
  cancelVerification,
  removePhone,
  getListView,
  setListView,
  listOwnSessions,
  signOutElsewhere: endOwnSessions,
  listProgramTokens,
  createProgramToken,
  revokeProgramToken,
  getSecondFactor,
  addTotp: enrolTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes: makeRecoveryCodes,
  requestPasskey: beginPasskey,
  addPasskey,
  updatePasskey: renamePasskey,
  removePasskey,
  removeSecondFactor: resetSecondFactor,
  listEntities,
  getEntity,
  createEntity,
  updateEntity,
  uploadFile,
  getFile,
  listApps,
  getMapSettings,
  getWorldTile,
  getPlaceTile,
  getStreetTile,
  getNearestPlace,
  listTemplates,
  getTemplate,
  putTemplate,
  removeOwnTemplate,
  listTemplateGallery,
  listTemplateUnits,
  createTemplate,
  importTemplate,
  renameTemplate,
  deleteTemplate,
  listTemplateVersions,
  getTemplateVersion,
  restoreTemplate,
  tryTemplate,
  useTriedTemplate,
  listUnits,
  listUnitColumns,
  listUnitNames,
  createUnit,
  rotateUnitToken,
  updateUnit,
  administerUnit,
  checkUnitImport,
  importUnits,
  updateUnits,
  listUnitJobs,
  getUnitJob,
  listUnitResults,
  stopUnitJob,
  createUnitTokens,
  setPausedData,
  listRejectedMessages,
  getConnectionSettings,
  getRetention,
  setRetention,
  listSims,
  createSim,
  updateSim,
  removeSims,
  importSims,
  importSimCsv,
  listRecordImports,
  createRecordImport,
  putImportPart,
  previewRecordImport,
  startRecordImport,
  cancelRecordImport,
  undoRecordImport,
  removeRecordImport,
  exportImportRefusals,
  queryData,
  listLatest,
  getCurrent,
  prepareData,
  getDataOptions,
  listSharedOptions,
  getCollections,
  getSeries,
  exportData,
  createCalculation,
  updateCalculation,
  listCalculations,
  removeCalculation,
  createEvent,
  listEvents,
  refreshEvent,
  removeEvent,
  setEventTag,
  listEventBands,
  listEventTags,
  getEventSummary,
  getEventReport,
  listReportSchedules,
  createReportSchedule,
  updateReportSchedule,
  removeReportSchedule,
  sendReport,
  leaveReport,
  listReportRuns,
  getActionOptions,
  getAction,
  postAction,
  putAction,
  deleteAction,
  listActionRequests,
  getActionRequest,
  cancelAction,
  listConfigurations,
  getConfiguration,
  createActionBatch,
  listActionBatches,
  getActionBatch,
  stopActionBatch,
  listAlerts,
  listTriggeredUnits,
  createAlert,
  updateAlert,
  removeAlert,
  unsubscribeAlert,
  getUnsubscription,
  unsubscribeByLink,
  listAlertHistory,
  listAlertBands,
  listAlertNotifications,
  acknowledgeAlert,
  snoozeAlert,
  listMaintenance,
  addMaintenance,
  removeMaintenance,
  rehearseAlert,
  explainSilence,
  listDependants,
  listLabels,
  createLabel,
  updateLabel,
  removeLabel,
  labelUnits,
  listWebhooks,
  createWebhook,
  updateWebhook,
  removeWebhook,
  testWebhook,
  listActivity,
  getActivity,
  exportActivity,
  streamSource,
  streamUnit,
  streamLive,
  ingestSource,
  ingestUnit,
  pollActions,
  checkAlive: healthz,
  checkReady: readyz,
  getMetrics: metrics,
}

export const ENDPOINTS: readonly AnyEndpoint[] = Object.values(NAMED_ENDPOINTS)
