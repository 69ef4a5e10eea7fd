import { createRequiredContext } from '#platform/context/required-context.ts'
import { useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

export const [SessionProvider, useSession] = createRequiredContext<Session>('useSession needs a SessionProvider')

/** What is known about the sign-in now. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state)
}
