import { useEffect, useState } from 'react'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'
import type { Contact } from './contact.ts'
import { createReloader } from './reloader.ts'

interface StayingAwakeProps {
  /** The page as the portal has it now. @throws when the portal is away */
  readPage: () => Promise<string>
  contact: Contact
}

const LOOK_MS = 30_000

/** Keeps a screen going for months: it stays lit, and loads the page of a new release by itself. */
export function StayingAwake({ readPage, contact }: StayingAwakeProps) {
  const [reloader] = useState(() =>
    createReloader({
      readPage,
      contactAt: () => contact.at(),
      now: portalNow,
      reload: () => location.reload(),
    }),
  )
  useEffect(() => {
    const timer = setInterval(() => void reloader.look(), LOOK_MS)
    void reloader.look()
    return () => clearInterval(timer)
  }, [reloader])
  useEffect(() => {
    const stayLit = () => {
      // Refused where the browser saves power, and when the page is hidden.
      if (!document.hidden) void navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    stayLit()
    document.addEventListener('visibilitychange', stayLit)
    return () => document.removeEventListener('visibilitychange', stayLit)
  }, [])
  return undefined
}
