import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'

/** Whether times of a locale have a.m. and p.m. */
function hasTwelveHours(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
}

/** Who looks at a shared link, for the parts that ask how a person reads: as sent, in the format of the browser, without any right. */
export const VISITOR: SessionUser = {
  id: 'visitor' as UserId,
  uid: 'visitor' as UserId,
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  role: 'viewer',
  permissions: [],
  entity: '-' as EntityId,
  company: '',
  timeFormat: hasTwelveHours(PAGE_LANGUAGE.locale) ? '12Hour' : '24Hour',
  measures: null,
  language: null,
  entityLanguage: null,
  units: [],
  profilePic: '',
  status: 'active',
  notifications: {},
  version: 1,
  entityData: {},
  entityViewing: [],
  entityMeasures: null,
  apps: [],
  extensions: [],
}
