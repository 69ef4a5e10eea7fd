import { CloseButton, Stack, Text } from '@mantine/core'
import { IconMapOff } from '#ui/icons/icons.ts'
import { useState } from 'react'
import classes from './map-error.module.css'

export type MapProvider = 'google' | 'own'

const SENTENCES: Readonly<Record<MapProvider, string>> = {
  google: 'Unable to load Google Maps. Please refresh the page or try again later.',
  own: 'Unable to load Maps. Please refresh the page or try again later.',
}

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
      <Text fw={600}>Map Loading Error</Text>
      <Text c="dimmed">{SENTENCES[provider]}</Text>
      {hasWebGl() ? undefined : <Text>{WEBGL_ADVICE}</Text>}
    </Stack>
  )
}

const WEBGL_ADVICE =
  "This browser has no WebGL, which draws the map. Turn on hardware acceleration in the browser's settings, or use another browser. The list shows the same units."

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
        <Text fw={600}>Map Loading Error</Text>
        <Text size="xs">{SENTENCES.google}</Text>
      </div>
      <CloseButton size="var(--fw-touch-target)" aria-label="Close" onClick={() => setOpen(false)} />
    </div>
  )
}
