import { listBoardAlerts } from '../../contract/boards.ts'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import classes from './board.module.css'
import { t } from '../texts.ts'

const READ_MS = 5_000
const AGE_MS = 15_000

/** The triggered alerts, the newest first: as many as fit, and how many more there are. */
export function AlertsTile({ isOpen }: { isOpen: boolean }) {
  const api = useApi()
  const now = useNow(AGE_MS)
  const { data, isError } = useQuery({
    queryKey: ['board-alerts', isOpen],
    queryFn: async ({ signal }) => (await api.call(listBoardAlerts, {}, { signal })).details,
    refetchInterval: READ_MS,
    refetchIntervalInBackground: true,
    placeholderData: (before) => before,
  })
  const isListed = data !== undefined && data.total > 0
  const list = useRef<HTMLUListElement>(null)
  const [room, setRoom] = useState(1)
  useLayoutEffect(() => {
    const place = isListed ? list.current?.parentElement : undefined
    if (place === undefined || place === null) return undefined
    const measure = () => {
      const line = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0
      // The last line says how many more there are.
      if (line > 0) setRoom(Math.max(1, Math.floor(place.clientHeight / line) - 1))
    }
    measure()
    const seen = new ResizeObserver(measure)
    seen.observe(place)
    return () => seen.disconnect()
  }, [isListed])
  if (data === undefined) return isError ? <p className={classes['note']}>{t('boards.wall.failed')}</p> : undefined
  if (data.total === 0) return <p className={classes['note']}>{t('boards.wall.alerts.none')}</p>
  const shown = data.alerts.slice(0, room)
  const more = data.total - shown.length
  return (
    <div className={classes['alerts']}>
      <ul ref={list}>
        {shown.map(({ alert, unit, sinceUTC }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two alerts may have the same name and unit
          <li key={place}>
            <span className={classes['alert']}>
              <strong>{alert}</strong>
              <span>{unit}</span>
            </span>
            <span className={classes['age']}>{sinceUTC === null ? '' : formatAgo(Date.parse(sinceUTC), now)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{t('boards.wall.alerts.more', { count: more })}</p> : undefined}
    </div>
  )
}
