import { labelOf } from '@fieldwatch/contract/text/sentences'
import { t } from './texts.ts'

const KNOWN = [
  'active',
  'apps',
  'company',
  'condition',
  'dataIDs',
  'description',
  'devices',
  'email',
  'entities',
  'entity',
  'equation',
  'field',
  'firstName',
  'friendlyName',
  'icon',
  'image',
  'interval',
  'kind',
  'labels',
  'language',
  'lastName',
  'logo',
  'measures',
  'name',
  'notifications',
  'owners',
  'permissions',
  'phone',
  'picture',
  'profilePic',
  'rawDays',
  'recipients',
  'role',
  'scopes',
  'secondFactorRequired',
  'source',
  'startDate',
  'status',
  'summaryDays',
  'template',
  'timeFormat',
  'title',
  'units',
  'url',
  'users',
  'viewers',
  'viewersMayEdit',
] as const

/** What a field of a form or of a stored state is called: `friendlyName` reads `Name`. */
export function fieldText(name: string): string {
  const known = KNOWN.find((one) => one === name)
  return known === undefined ? labelOf([name]) : t(`changes.field.${known}`)
}
