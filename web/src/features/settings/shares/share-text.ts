import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { Share } from '@fieldwatch/contract/shares/shares'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { sharedRangeText } from '#shared/shares/range-text.ts'
import { t } from '#shared/shares/texts.ts'

/** What is shared, in words. */
export function shareName({ chart, unit: name }: Pick<Share, 'chart' | 'unit'>): string {
  const unit = name ?? t('shares.unit.gone')
  return chart === null ? t('shares.overview', { unit }) : t('shares.chart', { chart, unit })
}

/** Who made a link, how long it is good, what protects it and how often it was opened, in sentences. */
export function shareFacts(share: Share, now: number, timeFormat: TimeFormat): string {
  const { createdBy: name, createdUTC, expiresUTC, hasPassword, origins, opened: count, lastOpenedUTC, range } = share
  const moment = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  const created = moment(createdUTC)
  return [
    ...(range === null ? [] : [`${sharedRangeText(range, timeFormat)}.`]),
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
