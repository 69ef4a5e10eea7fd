import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatPickedRange, parsePickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'

/** The mode of the maps lives in the address: a history track of this range, or the current location. */
export function useTrackRange() {
  const { track } = useSearch({ from: '/signed-in/dashboard/$dataID/' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/' })
  const range = useMemo(() => (track === undefined ? undefined : parsePickedRange(track)), [track])
  return {
    range,
    showTrack: (next: PickedRange) => void navigate({ search: { track: formatPickedRange(next) }, resetScroll: false }),
    showCurrent: () => void navigate({ search: {}, resetScroll: false }),
  }
}
