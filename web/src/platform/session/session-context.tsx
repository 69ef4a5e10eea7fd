import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider')
  return session
}

/** What is known about the sign-in now. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state)
}
