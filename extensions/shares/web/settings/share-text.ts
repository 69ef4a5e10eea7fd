import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { Share } from '../../contract/shares.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { sharedRangeText } from '../range-text.ts'
import { t } from '../texts.ts'

/** What is shared, in words. */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function shareName({
  kind,
  title,
  unit: name,
  units,
}: Pick<Share, 'kind' | 'title' | 'unit' | 'units'>): string {
  const unit = name ?? t('shares.unit.gone')
  switch (kind) {
    case 'overview':
      return t('shares.overview', { unit })
    case 'chart':
      return t('shares.chart', { chart: title ?? '', unit })
    case 'events':
      return title === null ? t('shares.events.gone', { unit }) : t('shares.events', { title, unit })
    case 'incident':
      return title === null ? t('shares.incident.gone') : t('shares.incident', { title })
    case 'map':
      return t('shares.map', { title: title ?? '', count: units ?? 0 })
  }
}

/** Who made a link, how long it is good, what protects it and how often it was opened, in sentences. */
export function shareFacts(share: Share, now: number, timeFormat: TimeFormat): string {
  const { createdBy: name, createdUTC, expiresUTC, hasPassword, origins, opened: count, lastOpenedUTC } = share
  const { range, atUTC } = share
  const moment = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  const created = moment(createdUTC)
  return [
    ...(range === null ? [] : [`${sharedRangeText(range, timeFormat)}.`]),
    ...(atUTC === null ? [] : [t('shares.fact.at', { when: moment(atUTC) })]),
    name === null ? t('shares.fact.created', { created }) : t('shares.fact.by', { created, name }),
    expiresUTC === null
      ? t('shares.fact.never')
      : t(Date.parse(expiresUTC) <= now ? 'shares.fact.expired' : 'shares.fact.expires', {
          expires: moment(expiresUTC),
        }),
    ...(hasPassword ? [t('shares.fact.password')] : []),
    ...(origins.length === 0 ? [] : [t('shares.fact.origins', { origins: origins.join(', ') })]),
    t('shares.fact.opened', { count, last: lastOpenedUTC === null ? '' : moment(lastOpenedUTC) }),
  ].join(' ')
}
