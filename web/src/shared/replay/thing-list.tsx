import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '#platform/session/me-queries.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import type { MomentThings, ThingKind } from './moment-things.ts'
import { type ThingWords, wordsOf } from './thing-text.ts'
import { t } from './texts.ts'
import classes from './moment-panel.module.css'

interface ThingListProps {
  kind: ThingKind
  things: MomentThings
  nameOf: ((dataId: string) => string) | undefined
}

/** So many of one kind are listed. */
const MOST_LISTED = 50

/** The things of one kind that were going on; nothing where there were none. */
export function ThingList({ kind, things, nameOf }: ThingListProps) {
  const { timeFormat } = useMe()
  const all = wordsOf(kind, things, useMeasures())
  if (all.length === 0) return undefined
  return (
    <div>
      <h3 className={classes['title']}>{t(`replay.things.${kind}`)}</h3>
      <ul className={classes['things']}>
        {all.slice(0, MOST_LISTED).map((words) => (
          <li key={words.key} className={classes['thing']}>
            {nameOf === undefined ? undefined : (
              <Link to="/dashboard/$dataID" params={{ dataID: words.dataId }} className={classes['unit'] ?? ''}>
                {nameOf(words.dataId)}
              </Link>
            )}
            <Words words={words} timeFormat={timeFormat} />
          </li>
        ))}
      </ul>
      {all.length > MOST_LISTED ? (
        <Text c="dimmed">{t('replay.things.more', { count: all.length - MOST_LISTED })}</Text>
      ) : undefined}
    </div>
  )
}

function Words({ words: { text, since, details }, timeFormat }: { words: ThingWords; timeFormat: TimeFormat }) {
  return (
    <>
      <Text component="span" size="sm" className={classes['text'] ?? ''} dir="auto">
        {text}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {formatMoment(Date.parse(since), timeFormat)}
      </Text>
      {details.length === 0 ? undefined : (
        <ul className={classes['details']}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  )
}
