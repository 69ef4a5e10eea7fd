import { CloseButton, Stack, Text } from '@mantine/core'
import { IconMapOff } from '#ui/icons/icons.ts'
import { useState } from 'react'
import classes from './map-error.module.css'
import { t } from './texts.ts'

export type MapProvider = 'google' | 'own'

/** Shown instead of a map that cannot be drawn (specification, document 1, section 8). */
export function MapError() {
  return <MapErrorOf provider="own" />
}

interface MapErrorOfProps {
  /** Which map did not come. */
  provider: MapProvider
}

export function MapErrorOf({ provider }: MapErrorOfProps) {
  return (
    <Stack role="alert" align="center" justify="center" gap="xs" className={classes['error'] ?? ''}>
      <IconMapOff aria-hidden="true" />
      <Text fw={600}>{t('map.failed')}</Text>
      <Text c="dimmed">{t(`map.failed.${provider}`)}</Text>
      {hasWebGl() ? undefined : <Text>{t('map.no-webgl')}</Text>}
    </Stack>
  )
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // A page may have only so many contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null && context !== undefined
}

/** Says on our own map that it replaces Google Maps. */
export function GoogleMapsNotice() {
  const [open, setOpen] = useState(true)
  if (!open) return undefined
  return (
    <div role="alert" className={classes['notice']}>
      <div>
        <Text fw={600}>{t('map.failed')}</Text>
        <Text size="xs">{t('map.failed.google')}</Text>
      </div>
      <CloseButton size="var(--fw-touch-target)" aria-label={t('map.close')} onClick={() => setOpen(false)} />
    </div>
  )
}
