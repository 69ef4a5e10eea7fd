import type { ActivityEntry, ActivityTopic } from '@fieldwatch/contract/activity/activity'

export const TOPIC_TEXT: Readonly<Record<ActivityTopic, string>> = {
  people: 'People and signing in',
  organisation: 'Entities, webhooks and applications',
  units: 'Devices and their data',
  templates: 'Templates',
  sims: 'SIM cards',
  alerts: 'Alerts',
}

/** Those that would not read well by the rule below. */
const SENTENCES: Readonly<Record<string, string>> = {
  'administer unit': 'Changed the administration of a device',
  'describe unit': 'Changed name, description or picture of a device',
  'set paused data': 'Paused or resumed data of a device',
  'rotate unit token': 'Gave a device a new token',
  'give unit its own template': 'Gave a device its own template',
  'return unit to shared template': 'Returned a device to the shared template',
  'label unit': 'Changed the labels of a device',
  'try template': 'Tried a template on one device',
  'use tried template': 'Used for all what one device tried',
  'give up tried template': 'Gave up the template that a device tried',
  'restore template': 'Went back to a former version of a template',
  'send request to units': 'Sent a request to devices',
  'stop request to units': 'Stopped a request to devices',
  'fail to sign in': 'Failed to sign in',
  'fail to confirm password': 'Gave a wrong password for a change',
  'add second factor': 'Set up a second factor',
  'lock sign-in': 'Locked after too many failed sign-ins',
  'sign in': 'Signed in',
  'sign out': 'Signed out',
  'choose viewing entities': 'Chose which entities to look at',
  'set retention': 'Set how long data is kept',
  'link provider': 'Signed in by the provider for the first time',
  'ask to change email': 'Asked to change the own email address',
  'confirm email': 'Confirmed a new email address',
  'create program token': 'Made a token for a program',
  'revoke program token': 'Revoked a token for a program',
  'create report schedule': 'Had a report mailed regularly',
  'change report schedule': 'Changed a report that is mailed regularly',
  'remove report schedule': 'Removed a report that was mailed regularly',
  'leave report schedule': 'Stopped getting a report by mail',
  'send report': 'Sent a report by mail',
  'import units': 'Began an import of devices',
  'change units': 'Began a change of many devices',
  'stop import of units': 'Stopped an import of devices',
  'undo import of units': 'Began to undo an import of devices',
  'stop change of units': 'Stopped a change of many devices',
  'stop undoing import of units': 'Stopped the undoing of an import of devices',
  'import unit': 'Changed a device by an import',
  'make unit token': 'Made the first token of a device',
}

const PASTS: Readonly<Record<string, string>> = {
  acknowledge: 'acknowledged',
  add: 'added',
  allow: 'allowed',
  cancel: 'cancelled',
  change: 'changed',
  choose: 'chose',
  confirm: 'confirmed',
  create: 'created',
  delete: 'deleted',
  disable: 'disabled',
  enable: 'enabled',
  end: 'ended',
  give: 'gave',
  hand: 'handed',
  import: 'imported',
  invite: 'invited',
  leave: 'left',
  make: 'made',
  pause: 'paused',
  refresh: 'refreshed',
  remove: 'removed',
  rename: 'renamed',
  replace: 'replaced',
  request: 'requested',
  reset: 'reset',
  restore: 'restored',
  resume: 'resumed',
  revoke: 'revoked',
  send: 'sent',
  set: 'set',
  snooze: 'snoozed',
  stop: 'stopped',
  subscribe: 'subscribed',
  test: 'tested',
  try: 'tried',
  undo: 'undid',
  unsubscribe: 'unsubscribed',
  update: 'updated',
  use: 'used',
  verify: 'verified',
  withdraw: 'withdrew',
}

/** What was done, as a person reads it: `create unit` reads `Created unit`. */
export function actionText(action: string): string {
  const known = SENTENCES[action]
  if (known !== undefined) return known
  const [verb = '', ...rest] = action
    .replaceAll(/\bunit\b/g, 'device')
    .replaceAll(/\bsim\b/g, 'SIM card')
    .split(' ')
  const past = PASTS[verb] ?? verb
  return [past.charAt(0).toUpperCase() + past.slice(1), ...rest].join(' ')
}

/** Who did it. */
export function actorText({ actor, name, token, action, subjectKind }: ActivityEntry): string {
  if (actor === 'user') return token === null ? (name ?? '') : `Token “${token}” of ${name ?? ''}`
  if (actor === 'token') return `Token “${token ?? ''}” of the entity`
  if (actor === 'removed') return 'A removed user'
  if (actor === 'outside') return 'Someone of another entity'
  // Whoever it was, the portal does not know.
  const isAttempt = subjectKind === 'address' || action === 'fail to sign in' || action === 'lock sign-in'
  return isAttempt ? 'Not signed in' : 'Portal'
}

/** What it was done to: its name, and its identifier where that says more. */
export function subjectText({ subjectKind, subjectID, subjectName }: ActivityEntry): string {
  const isReadable = READABLE_IDS.has(subjectKind)
  if (subjectName === null) return subjectID
  return isReadable && subjectName !== subjectID ? `${subjectName} (${subjectID})` : subjectName
}

/** Kinds whose identifiers people know. */
const READABLE_IDS: ReadonlySet<string> = new Set(['unit', 'unit labels', 'source', 'calculated source', 'event table'])
