import type { DataId } from '@fieldwatch/contract/ids'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AlertDetails } from '#shared/alerts/alert-details.tsx'
import type { AlertPlace } from '#shared/alerts/alert-place.ts'
import { useAnchor } from './use-anchor.ts'
import classes from './management.module.css'

/** The alerts on a unit. */
export function UnitAlerts({ dataId }: { dataId: DataId }) {
  const place = useSearch({ from: '/signed-in/dashboard/$dataID/management' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/management' })
  const go = useCallback((next: AlertPlace) => void navigate({ search: next, resetScroll: false }), [navigate])
  return (
    <div {...useAnchor<HTMLDivElement>('alerts')} className={`${classes['card']} ${classes['wide']}`}>
      <AlertDetails order={2} dataId={dataId} place={place} onPlace={go} />
    </div>
  )
}
