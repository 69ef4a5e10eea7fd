import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AlertDetails } from '#shared/alerts/alert-details.tsx'
import type { AlertPlace } from '#shared/alerts/alert-place.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import classes from './management.module.css'

/** The alerts on a unit. */
export function AlertsSection() {
  const { unit } = useUnit()
  const place = useSearch({ from: '/signed-in/dashboard/$dataID/management/alerts' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/management/alerts' })
  const go = useCallback((next: AlertPlace) => void navigate({ search: next, resetScroll: false }), [navigate])
  return (
    <div className={classes['card']}>
      <AlertDetails order={2} unit={unit} place={place} onPlace={go} />
    </div>
  )
}
