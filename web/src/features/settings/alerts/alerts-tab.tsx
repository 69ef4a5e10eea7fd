import { TabFrame } from '../tab-frame.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AlertDetails } from '#shared/alerts/alert-details.tsx'
import type { AlertPlace } from '#shared/alerts/alert-place.ts'
import { useLiveAlerts } from '#shared/alerts/use-live-alerts.ts'
import classes from '../settings-page.module.css'
import { t } from '../texts.ts'

/** The alerts of the signed-in user. */
export function AlertsTab() {
  const { tab: _tab, ...place } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate({ from: '/settings' })
  useLiveAlerts()
  const go = useCallback(
    (next: AlertPlace) => void navigate({ search: { tab: 'alerts', ...next }, resetScroll: false }),
    [navigate],
  )
  return (
    <TabFrame title={t('settings.tab.alerts')}>
      <div className={classes['card']}>
        <AlertDetails order={3} place={place} onPlace={go} />
      </div>
    </TabFrame>
  )
}
